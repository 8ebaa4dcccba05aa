import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../../scripts/browser.ts'
import { writeSmallLibrary } from '../../scripts/demo/library.ts'
import { asker, startServer, untilRead } from '../../scripts/demo/server.ts'

export const account = { username: 'ada', password: 'a quiet reading room' }

export interface Place {
  /** Where the server is reached, base path included. */
  origin: string
  library: string
  ask: ReturnType<typeof asker>
  browser: Browser
  close: () => Promise<void>
}

/** A server with an empty database, a folder of books beside it, and a browser. */
export async function openPlace(options: { basePath?: string } = {}): Promise<Place> {
  const { origin, folder, close } = await startServer(await freePort(), options)
  const library = join(folder, 'library')
  await writeSmallLibrary(library)
  const browser = await openBrowser()
  return {
    origin,
    library,
    ask: asker(origin),
    browser,
    close: async () => {
      await browser.close()
      await close()
    },
  }
}

/** The same, with the account made and the library read. */
export async function openFurnishedPlace(options: { basePath?: string } = {}): Promise<Place> {
  const place = await openPlace(options)
  await place.ask('POST', '/setup/initialize', account)
  await place.ask('POST', '/libraries', { name: 'Shelf', path: place.library, scanImmediately: true })
  await untilRead(place.ask)
  return place
}

export interface Visit {
  width?: number
  height?: number
  theme?: string
  signedIn?: boolean
  serviceWorkers?: 'allow' | 'block'
  bypassCSP?: boolean
}

/** A person at a desk, or at a phone. Errors on the page fail the journey. */
export async function visit(place: Place, wish: Visit = {}): Promise<{ context: BrowserContext; page: Page }> {
  const { width = 1280, height = 800, theme = 'paper', signedIn = true, serviceWorkers = 'block', bypassCSP } = wish
  const context = await place.browser.newContext({
    viewport: { width, height },
    hasTouch: width < 500,
    isMobile: width < 500,
    reducedMotion: 'reduce',
    locale: 'en',
    serviceWorkers,
    bypassCSP,
  })
  await context.addInitScript((name) => localStorage.setItem('lectern-theme', name), theme)
  if (signedIn) await context.request.post(`${place.origin}/api/v1/auth/login`, { data: account })
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  return { context, page }
}

export async function bookCalled(place: Place, title: string): Promise<{ id: string; seriesId: string }> {
  const found = await place.ask<{ data: { id: string; seriesId: string; title: string }[] }>(
    'GET',
    '/books?pageSize=100',
  )
  const book = found.data.find((each) => each.title === title)
  if (!book) throw new Error(`No book is called ${title}: ${found.data.map((each) => each.title).join(', ')}`)
  return book
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
