import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('keyboardist')
})
afterAll(() => server?.close())

/** How a dialog is opened: the button that has the focus afterwards, and the entry of its menu, if it has one. */
type Opener = { path: string; button: (page: Page) => Locator; entry?: string | RegExp }

const named = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first()

test('a dialog takes the focus, keeps it, closes with Escape and gives the focus back', async () => {
  const comic = await findBook(server, 'Harbor Lights Vol. 1')
  const [library] = await server.ask<{ id: string }[]>('GET', '/libraries')
  const own = { shared: false, ids: [] }
  const { id: collection } = await server.ask<{ id: string }>('POST', '/collections', { ...own, name: 'By keyboard' })
  const { id: list } = await server.ask<{ id: string }>('POST', '/readlists', { ...own, name: 'By keyboard' })
  // Also unique when this test is repeated.
  const guest = { username: `guest-of-dialogs-${Date.now()}`, password: 'a long enough password' }
  const { id: user } = await server.ask<{ id: string }>('POST', '/users', { ...guest, role: 'reader' })
  await server.ask('POST', '/api-keys', { name: 'By keyboard', permissions: ['BooksRead'] })
  const series = `/series/${comic.seriesId}`
  const more = (title: string) => named(`More actions: ${title}`)
  const openers: Opener[] = [
    { path: '/', button: named('Customise home') },
    { path: series, button: named('Edit series') },
    { path: series, button: named(/^(Add related series|Edit)$/) },
    { path: series, button: more('Harbor Lights'), entry: 'Add to collection' },
    { path: series, button: more('Harbor Lights'), entry: /^Remove…/ },
    { path: `/books/${comic.id}`, button: named('Edit book') },
    { path: `/books/${comic.id}`, button: more('Harbor Lights Vol. 1'), entry: 'Add to read list' },
    { path: '/libraries/all', button: named('Filter') },
    { path: '/collections', button: named('New collection') },
    { path: `/collections/${collection}`, button: named('More actions'), entry: 'Edit' },
    { path: `/collections/${collection}`, button: named('More actions'), entry: 'Delete' },
    { path: '/read-lists', button: named('New read list') },
    { path: `/read-lists/${list}`, button: named('More actions'), entry: 'Edit' },
    { path: '/settings/profile/api-keys', button: named(/^Revoke/) },
    { path: '/admin/sharing-tags', button: named('Add tag') },
    { path: '/admin/settings', button: named(/^History/) },
    { path: `/admin/libraries/${library?.id}`, button: named('Delete library') },
    { path: `/admin/users/${user}`, button: named('Delete account') },
    { path: '/add-library', button: named(/^Choose a folder/) },
  ]
  const { page } = await visit(server)
  const faults: string[] = []
  for (const opener of openers) {
    const fault = await tryDialog(page, opener).catch((error) => String(error).split('\n', 1)[0]!)
    if (fault) faults.push(`${opener.path} ${opener.button(page)} ${opener.entry ?? ''}: ${fault}`)
  }
  expect(faults).toEqual([])
})

async function tryDialog(page: Page, { path, button, entry }: Opener): Promise<string | undefined> {
  await page.goto(`${server.origin}${path}`)
  const opener = button(page)
  await opener.waitFor({ timeout: 8000 })
  await opener.focus()
  await page.keyboard.press('Enter')
  if (entry !== undefined) {
    const item = page.getByRole('menuitem', { name: entry, exact: true })
    await item.waitFor({ timeout: 8000 })
    await item.focus()
    await page.keyboard.press('Enter')
  }
  const dialog = page.getByRole('dialog').last()
  await dialog.waitFor({ timeout: 8000 })
  // What it lists is there.
  await page.waitForLoadState('networkidle')
  const isInside = () => dialog.evaluate((box) => box.contains(document.activeElement))
  await expect.poll(isInside, { message: 'it takes the focus' }).toBe(true)
  for (const key of [...Array<string>(12).fill('Tab'), ...Array<string>(3).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    if (!(await isInside())) return `${key} leaves it`
  }
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached', timeout: 4000 })
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  const [label, text] = [await opener.getAttribute('aria-label'), await opener.textContent()]
  await expect.poll(focused, { message: 'it gives the focus back', timeout: 2000 }).toBe(label ?? text)
}

test('in Arabic, the arrow keys move among tabs as they are shown', async () => {
  const pdf = await findBook(server, 'Field Notes')
  for (const [language, forward] of [
    ['en', 'ArrowRight'],
    ['ar', 'ArrowLeft'],
  ] as const) {
    const { page } = await visit(server, { language })
    await page.goto(`${server.origin}/read/${pdf.id}?incognito=1`)
    await page.locator('canvas, img').first().waitFor()
    await page.keyboard.press('t')
    const tabs = page.getByRole('dialog').getByRole('tab')
    await tabs.first().waitFor()
    await tabs.first().click()
    await page.keyboard.press(forward)
    await expect.poll(() => tabs.nth(1).getAttribute('aria-selected'), { message: language }).toBe('true')
    const [first, second] = await Promise.all([tabs.nth(0).boundingBox(), tabs.nth(1).boundingBox()])
    expect(Math.sign((second?.x ?? 0) - (first?.x ?? 0)), language).toBe(forward === 'ArrowRight' ? 1 : -1)
  }
})
