import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { closeBrowser, openBrowser } from '../../scripts/browser.ts'
import { apiClient, freePort, startServer, waitUntilAnalysed } from '../../scripts/demo/server.ts'
import { administrator, copyBooks, fillServer } from './global-setup.ts'

type Account = { username: string; password: string }

export interface JourneyServer {
  /** The server's URL, including the base path. */
  origin: string
  /** The folder of books. */
  library: string
  account: Account
  /** Sends requests as this account. */
  ask: ReturnType<typeof apiClient>
  /** Each file has its own browser: a crash doesn't affect other files. */
  browser: Browser
  close: () => Promise<void>
}

/**
 * The shared server with a separate administrator account, so that progress and preferences aren't shared with other
 * files.
 */
export async function openSharedServer(name: string): Promise<JourneyServer> {
  const origin = inject('origin')
  const account = { username: name, password: administrator.password }
  const ask = apiClient(origin)
  const opening = openBrowser()
  await ask('POST', '/auth/login', administrator)
  await ask('POST', '/users', { ...account, role: 'admin' })
  await ask('POST', '/auth/login', account)
  const browser = await opening
  const server: JourneyServer = { origin, library: inject('library'), account, ask, browser, close }
  return server

  function close() {
    return closeBrowser(server.browser)
  }
}

/** A separate server without an account, with a folder of books beside it. */
export async function openEmptyServer(options: { basePath?: string; library?: string } = {}): Promise<JourneyServer> {
  const [{ origin, folder, close }, browser] = await Promise.all([
    startServer(await freePort(), options),
    openBrowser(),
  ])
  const library = join(folder, 'library')
  await copyBooks(inject('books'), library)
  const server: JourneyServer = {
    origin,
    library,
    account: administrator,
    ask: apiClient(origin),
    browser,
    close: closeAll,
  }
  return server

  async function closeAll() {
    await Promise.all([closeBrowser(server.browser), close()])
  }
}

/** The same with an account and analysed books, for tests that change what others would see. */
export async function openFilledServer(): Promise<JourneyServer> {
  const server = await openEmptyServer()
  await fillServer(server.ask, server.library)
  return server
}

export interface VisitOptions {
  width?: number
  height?: number
  theme?: string
  language?: string
  /** The signed-in account; `null` for none. */
  as?: Account | null
  serviceWorkers?: 'allow' | 'block'
  bypassCSP?: boolean
}

/** Opens a desktop or phone browser context, closed when the test ends. Errors on the page fail the journey. */
export async function visit(
  server: JourneyServer,
  options: VisitOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const { width = 1280, height = 800, theme = 'paper', as = server.account, language, bypassCSP } = options
  // For the next test, and for a retry of this one.
  if (!server.browser.isConnected()) server.browser = await openBrowser()
  const { browser } = server
  const isPhone = width < 500
  const opened = browser.newContext({
    viewport: { width, height },
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: 'reduce',
    locale: 'en',
    serviceWorkers: options.serviceWorkers ?? 'block',
    bypassCSP,
  })
  const context = await orCloseSilent(browser, opened)
  // However busy the machine is: what is waited for comes.
  context.setDefaultTimeout(60_000)
  const errors: Error[] = []
  let listening: NodeJS.Timeout | undefined
  onTestFinished(async () => {
    clearInterval(listening)
    await orCloseSilent(browser, context.close()).catch(() => {})
    if (errors[0]) throw errors[0]
  })
  await context.addInitScript((name) => localStorage.setItem('lectern-theme', name), theme)
  if (language) await context.addInitScript((tag) => localStorage.setItem('lectern-language', tag), language)
  if (as) await context.request.post(`${server.origin}/api/v1/auth/login`, { data: as })
  const page = await orCloseSilent(browser, context.newPage())
  listening = setInterval(() => orCloseSilent(browser, page.evaluate('0')).catch(() => {}), 10_000)
  page.on('pageerror', (error) => errors.push(error))
  return { context, page }
}

/**
 * Many calls to a browser that no longer responds wait forever. Once it is closed, by force if necessary, they all
 * fail.
 */
function orCloseSilent<T>(browser: Browser, call: Promise<T>): Promise<T> {
  const timer = setTimeout(() => browser.close().catch(() => {}), 45_000)
  return call.finally(() => clearTimeout(timer))
}

/** Reads every file of the library again. If the server is already running a scan, waits for it first. */
export async function rescanDeep({ ask }: JourneyServer) {
  const [library] = await ask<{ id: string }[]>('GET', '/libraries')
  const scanStarted = () =>
    ask('POST', `/libraries/${library?.id}/scan?mode=deep`).then(
      () => true,
      (error: Error) => {
        if (error.message.includes(': 409 ')) return false
        throw error
      },
    )
  await expect.poll(scanStarted).toBe(true)
  await waitUntilAnalysed(ask)
}

export async function findBook(server: JourneyServer, title: string): Promise<{ id: string; seriesId: string }> {
  const found = await server.ask<{ data: { id: string; seriesId: string; title: string }[] }>(
    'GET',
    '/books?pageSize=100',
  )
  const book = found.data.find((each) => each.title === title)
  if (!book) throw new Error(`No book is called ${title}: ${found.data.map((each) => each.title).join(', ')}`)
  return book
}
