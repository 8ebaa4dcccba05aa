import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('traveller')
})
afterAll(() => server?.close())

async function keep(page: Page, id: string) {
  await page.goto(`${server.origin}/books/${id}`)
  await page.getByRole('button', { name: 'Download for offline reading' }).click()
  await page.getByRole('button', { name: 'Remove download' }).waitFor()
}

test('downloaded books of every format open offline at the saved position, and progress is sent when the connection is back', async () => {
  const [comic, novel, leaflet] = await Promise.all(
    ['Harbor Lights Vol. 1', 'A History of Rain', 'Field Notes'].map((title) => findBook(server, title)),
  )
  await server.ask('POST', `/books/${novel!.id}/annotations`, {
    locator: { href: 'nowhere.xhtml', type: 'application/xhtml+xml', text: { highlight: 'rain' } },
    color: 'yellow',
    style: 'highlight',
    note: 'For the road',
  })
  const { page, context } = await visit(server, { serviceWorkers: 'allow' })
  await page.goto(server.origin)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  for (const book of [comic, novel, leaflet]) await keep(page, book!.id)
  const unsent = () => page.evaluate(() => localStorage.getItem('lectern-outbox'))
  const reading = (id: string) => page.goto(`${server.origin}/read/${id}`)

  await context.setOffline(true)
  await page.goto(`${server.origin}/downloads`)
  await page.getByRole('link', { name: 'Read', exact: true }).first().click()
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('End')
  await page.getByAltText('Page 9 of 9').waitFor()
  await expect.poll(unsent).toContain(comic!.id)

  await reading(leaflet!.id)
  await page.getByAltText('Page 1 of 3').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByAltText('Page 2 of 3').waitFor()
  await expect.poll(unsent).toContain(leaflet!.id)

  await reading(novel!.id)
  const position = () => page.getByText(/^Position \d+ of/).first()
  const turn = () => page.keyboard.press('ArrowRight').then(() => position().textContent())
  await expect.poll(turn).toMatch(/^Position [3-9]/)
  const left = await position().textContent()
  await expect.poll(unsent).toContain(novel!.id)
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByText('For the road').first().waitFor()
  await page.keyboard.press('Escape')

  await reading(leaflet!.id)
  await page.getByAltText('Page 2 of 3').waitFor()
  await reading(novel!.id)
  await expect.poll(() => position().textContent()).toBe(left)

  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const saved = (id: string) =>
    server.ask<{ completed: boolean; currentPage: number } | null>('GET', `/books/${id}/progress`)
  await expect.poll(async () => (await saved(comic!.id))?.completed).toBe(true)
  await expect.poll(async () => (await saved(leaflet!.id))?.currentPage).toBe(2)
  await expect.poll(async () => (await saved(novel!.id))?.currentPage).toBe(Number(left?.match(/\d+/)?.[0]))

  // What was sent is also stored in the downloads: the server isn't needed for it.
  await context.setOffline(true)
  await page.reload()
  await expect.poll(() => position().textContent()).toBe(left)
})

test('a slow first visit, where the app starts only after the page has loaded, prepares for offline use too', async () => {
  const { page, context } = await visit(server, { serviceWorkers: 'allow' })
  const delay = (address: string, ms: number) =>
    context.route(address, (route) => sleep(ms).then(() => route.continue()))
  // boot.js considers the line slow and asks for the first rows before it loads the app.
  await delay('**/boot.js', 600)
  await delay('**/api/v1/auth/me', 1200)
  await page.goto(server.origin)
  const isRegistered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
  await expect.poll(isRegistered).toBe(true)
})

test('people who may not download files are offered no downloads', async () => {
  const { id } = await findBook(server, 'Harbor Lights Vol. 1')
  const reader = { username: 'reads-here-only', password: server.account.password }
  await server.ask('POST', '/users', { ...reader, role: 'reader', denied: ['file_download'] })
  const { page } = await visit(server, { as: reader })
  await page.goto(`${server.origin}/books/${id}`)
  await page.getByRole('link', { name: 'Read', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /download/i }).count()).toBe(0)
})
