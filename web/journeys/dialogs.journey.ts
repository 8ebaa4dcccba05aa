import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buttonNamed, type DialogOpener, dialogFaults } from './dialog-behaviour.ts'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('keyboardist')
})
afterAll(() => server?.close())

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
  const more = (title: string) => buttonNamed(`More actions: ${title}`)
  const openers: DialogOpener[] = [
    { path: '/', button: buttonNamed('Customise home') },
    { path: series, button: buttonNamed('Edit series'), field: 'Title' },
    { path: series, button: buttonNamed('Write a review'), field: 'My review' },
    { path: series, button: buttonNamed(/^(Add related series|Edit)$/) },
    { path: series, button: more('Harbor Lights'), entry: 'Add to collection' },
    { path: series, button: more('Harbor Lights'), entry: /^Remove…/ },
    { path: `/books/${comic.id}`, button: buttonNamed('Edit book'), field: 'Title' },
    { path: `/books/${comic.id}`, button: more('Harbor Lights Vol. 1'), entry: 'Add to read list' },
    { path: '/libraries/all', button: buttonNamed('Filter') },
    { path: '/collections', button: buttonNamed('New collection'), field: 'Name' },
    { path: `/collections/${collection}`, button: buttonNamed('More actions'), entry: 'Edit' },
    { path: `/collections/${collection}`, button: buttonNamed('More actions'), entry: 'Delete' },
    { path: '/read-lists', button: buttonNamed('New read list'), field: 'Name' },
    { path: `/read-lists/${list}`, button: buttonNamed('More actions'), entry: 'Edit' },
    { path: '/settings/profile/api-keys', button: buttonNamed(/^Revoke/) },
    { path: '/admin/sharing-tags', button: buttonNamed('Add tag'), field: 'Name' },
    { path: '/admin/settings', button: buttonNamed(/^History/) },
    { path: `/admin/libraries/${library?.id}`, button: buttonNamed('Delete library') },
    { path: `/admin/users/${user}`, button: buttonNamed('Delete account') },
    { path: '/add-library', button: buttonNamed(/^Choose a folder/) },
  ]
  const { page } = await visit(server)
  expect(await dialogFaults(server, page, openers)).toEqual([])
})

test('so do the dialogs of devices, sessions, fonts and backups', async () => {
  const device = await server.ask<{ id: string }>('POST', '/user/kobo-devices', { name: 'By keyboard' })
  const { page, context } = await visit(server)
  const buffer = readFileSync(new URL('../src/theme/fonts/inter-cyrillic.woff2', import.meta.url))
  const uploaded = await context.request.post(`${server.origin}/api/v1/fonts`, {
    multipart: { file: { name: 'font.woff2', mimeType: 'font/woff2', buffer } },
  })
  const { family } = (await uploaded.json()) as { family: string }
  await server.ask('POST', '/admin/backups')
  const backups = () =>
    server.ask<{ backups: object[] }>('GET', '/admin/backups').then((answer) => answer.backups.length)
  await expect.poll(backups, { timeout: 60_000 }).toBeGreaterThan(0)
  const openers: DialogOpener[] = [
    { path: '/settings/preferences/fonts', button: buttonNamed(`Delete ${family}?`) },
    { path: `/settings/kobo/${device.id}`, button: buttonNamed('Remove device') },
    { path: '/settings/profile/sessions', button: buttonNamed('End all other sessions') },
    { path: '/admin/backups', button: buttonNamed(/^Restore lectern/) },
    { path: '/admin/backups', button: buttonNamed(/^Delete lectern/) },
  ]
  expect(await dialogFaults(server, page, openers)).toEqual([])
})

test('so do the panels of the readers', async () => {
  const [comic, novel, pdf] = await Promise.all(
    ['Harbor Lights Vol. 1', 'A History of Rain', 'Field Notes'].map((title) => findBook(server, title)),
  )
  const inReader = (book: { id: string } | undefined, ...names: string[]): DialogOpener[] =>
    names.map((name) => ({ path: `/read/${book?.id}?incognito=1`, button: buttonNamed(name) }))
  const { page } = await visit(server)
  const openers = [
    ...inReader(comic, 'Settings', 'Bookmarks', 'Page overview', 'Keyboard shortcuts'),
    ...inReader(novel, 'Settings', 'Contents', 'Search in book', 'Highlights and notes'),
    ...inReader(pdf, 'Settings', 'Contents', 'Search in book', 'Highlights and notes'),
  ]
  expect(await dialogFaults(server, page, openers)).toEqual([])
})

test('the folder picker keeps the focus while it loads: in the folder one opens, and on the one it leads back from', async () => {
  const { page } = await visit(server)
  await page.route('**/filesystem/browse*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.goto(`${server.origin}/add-library`)
  const folder = basename(server.library)
  await page.getByRole('textbox', { name: 'Folder' }).fill(dirname(server.library))
  await page.getByRole('button', { name: /^Choose a folder/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a folder' })
  const entry = dialog.getByRole('button', { name: folder, exact: true })
  const up = dialog.getByRole('button', { name: 'Parent folder' })
  const isFocused = (button: Locator) => button.evaluate((element) => element === document.activeElement)
  await entry.focus()
  await page.keyboard.press('Enter')
  expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  await dialog.getByText(server.library, { exact: true }).waitFor()
  await expect.poll(() => isFocused(up)).toBe(true)
  await page.keyboard.press('Enter')
  await dialog.getByText(dirname(server.library), { exact: true }).waitFor()
  await expect.poll(() => isFocused(entry)).toBe(true)
})

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
