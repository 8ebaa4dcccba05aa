import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntilAnalysed } from '../../scripts/demo/server.ts'
import { type JourneyServer, openFilledServer, visit } from './journey-server.ts'
import { accessibilityFaults, tour, unvisitedPages } from './tour.ts'

let server: JourneyServer
/** A separate library, so that it may be broken and deleted. */
let annex: string
beforeAll(async () => {
  server = await openFilledServer()
  annex = `${server.library}-annex`
  await cp(join(server.library, 'Field Notes'), join(annex, 'Attic Notes'), { recursive: true })
  // A file that isn't a comic despite its name, as an example of an error.
  await writeFile(join(annex, 'Attic Notes', 'broken.cbz'), 'this is no archive')
  await server.ask('POST', '/libraries', { name: 'Annex', path: annex, scanImmediately: true })
  await waitUntilAnalysed(server.ask)
})
afterAll(() => server?.close())

const settingsPages = [
  '/settings',
  '/settings/profile',
  '/settings/profile/api-keys',
  '/settings/profile/api-keys/new',
  '/settings/profile/sessions',
  '/settings/preferences',
  '/settings/preferences/fonts',
  '/settings/statistics',
  '/settings/apps',
  '/settings/kobo',
  '/settings/connections',
  '/admin/libraries',
  '/admin/libraries/new',
  '/admin/users',
  '/admin/users/new',
  '/admin/sharing-tags',
  '/admin/plugins',
  '/admin/reviews',
  '/admin/imports',
  '/admin/tasks',
  '/admin/errors',
  '/admin/duplicates',
  '/admin/backups',
  '/admin/health',
  '/admin/settings',
  '/admin/audit',
  '/admin/log',
  '/admin/server',
]

test('axe finds nothing serious on any settings page, light and dark', async () => {
  expect(await unvisitedPages('pages/settings/settings-pages.ts', settingsPages)).toEqual([])
  expect(await accessibilityFaults(server, settingsPages)).toEqual([])
})

test('a settings page leads back to the list on a phone', async () => {
  const { page } = await visit(server, { width: 360, height: 740 })
  await page.goto(`${server.origin}/admin/server`)
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Books with errors' }).click()
  await page.getByRole('heading', { name: 'Books with errors' }).waitFor()
})

// German has the longest words, for the narrowest phone.
test.each([
  { language: 'de', width: 360 },
  { language: 'ja', width: 1280 },
])('every settings page opens in $language and fits $width px', async ({ language, width }) => {
  const { page } = await visit(server, { language, width, height: 740 })
  await tour(server, page, settingsPages, async (path) => {
    expect(await page.locator('html').getAttribute('lang'), path).toBe(language)
    expect(await page.locator('main h1').first().textContent(), path).toBeTruthy()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
  })
})

test('theme and language are saved with the account and apply on another device', async () => {
  const first = await visit(server)
  await first.page.goto(`${server.origin}/settings/preferences`)
  await first.page.getByText('Lamp', { exact: true }).first().click()
  await first.page.getByRole('combobox', { name: 'Language' }).click()
  await first.page.getByRole('option', { name: 'Deutsch' }).click()
  await first.page.getByRole('heading', { name: 'Darstellung und Lesen' }).waitFor()

  const second = await visit(server)
  await second.page.goto(`${server.origin}/settings/profile`)
  await second.page.getByRole('heading', { name: 'Profil' }).waitFor()
  await expect.poll(() => second.page.evaluate(() => document.documentElement.dataset.theme)).toBe('lamp')
  for (const key of ['theme', 'language']) await server.ask('DELETE', `/user/preferences/${key}`)
})

test('a password is changed only with the current one', async () => {
  const person = { username: 'cleo', password: 'a first long password' }
  await server.ask('POST', '/users', { ...person, role: 'reader' })
  const { page } = await visit(server, { as: person })
  await page.goto(`${server.origin}/settings/profile`)
  await page.getByLabel('Current password').fill('not the right one')
  await page.getByLabel('New password').fill('a second long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('That’s not your current password.').waitFor()
  await page.getByLabel('Current password').fill(person.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
  const signIn = (password: string) =>
    fetch(`${server.origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: person.username, password }),
    }).then(({ status }) => status)
  expect(await signIn(person.password)).toBe(401)
  expect(await signIn('a second long password')).toBe(200)
})

test('a session on another device is ended from the list, then all the others, and the audit log shows it', async () => {
  const person = { username: 'ines', password: 'a first long password' }
  await server.ask('POST', '/users', { ...person, role: 'admin' })
  const { page } = await visit(server, { as: person })
  const elsewhere = (device: string) =>
    fetch(`${server.origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': device },
      body: JSON.stringify(person),
    }).then(async (answer) => ((await answer.json()) as { accessToken: string }).accessToken)
  const statusOf = (token: string) =>
    fetch(`${server.origin}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } }).then((it) => it.status)
  const tokens = [await elsewhere('Bookshelf Reader/2.1'), await elsewhere('Second Reader/1.0')]
  await page.goto(`${server.origin}/settings/profile/sessions`)
  await page.getByText('This device').waitFor()
  await page.getByRole('button', { name: 'End the session of Bookshelf Reader' }).click()
  await page.getByRole('button', { name: 'End', exact: true }).last().click()
  await page.getByText('The session of Bookshelf Reader was ended.').waitFor()
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 200])
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('button', { name: 'End all other sessions' }).last().click()
  await page.getByText('All other sessions were ended.').waitFor()
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401])
  await page.getByText('This device').waitFor()

  await page.goto(`${server.origin}/admin/audit`)
  await page.getByLabel('Search by name or address').fill('ines')
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect.poll(() => entries.filter({ hasText: 'ines ended a session.' }).count()).toBe(2)
  expect(await entries.filter({ hasText: `${server.account.username} created the account ines.` }).count()).toBe(1)
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Session ended' }).click()
  await expect.poll(() => entries.count()).toBe(2)
})

test('a new user sees the ticked libraries, and is gone when deleted', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/admin/users`)
  await page.getByRole('link', { name: 'Add user' }).click()
  await page.getByLabel('Username').fill('dora')
  await page.getByLabel('Password', { exact: true }).fill(server.account.password)
  await page.getByRole('switch', { name: /^All libraries/ }).click({ force: true })
  await page.getByRole('button', { name: 'Add user' }).click()
  await page.getByRole('link', { name: /^dora/ }).waitFor()

  const reader = await visit(server, { as: { username: 'dora', password: server.account.password } })
  const seen = async () => (await reader.context.request.get(`${server.origin}/api/v1/libraries`)).json()
  expect(await seen()).toEqual([])

  await page.getByRole('link', { name: /^dora/ }).click()
  await page.getByLabel('Shelf').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: /^dora/ }).waitFor()
  expect(await seen()).toHaveLength(1)

  await page.getByRole('link', { name: /^dora/ }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('their reading progress, bookmarks, ratings and statistics').waitFor()
  await page.getByRole('button', { name: 'Delete dora' }).click()
  await page.getByText('dora was deleted.').waitFor()
  expect((await reader.context.request.get(`${server.origin}/api/v1/auth/me`)).status()).toBe(401)
})

test('an unreadable book is listed with the reason, and is analysed once the file is repaired', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/admin/errors`)
  const broken = page.getByRole('listitem').filter({ hasText: 'broken.cbz' })
  await broken.waitFor()
  // A file without metadata: the book keeps the name of its file.
  const whole = await readFile(join(server.library, 'The Long Way Home', 'The Long Way Home.cbz'))
  await writeFile(join(annex, 'Attic Notes', 'broken.cbz'), whole)
  await broken.getByRole('button', { name: /^Try again/ }).click()
  await page.getByText('Retrying 1 book.').waitFor()
  await page.getByRole('heading', { name: 'No books with errors' }).waitFor({ timeout: 90_000 })
})

test('a server setting applies at once, is listed in the history, and can be reset', async () => {
  await server.ask('POST', '/admin/settings/compat_api.enabled/reset')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/admin/settings`)
  const enabled = () =>
    server
      .ask<{ compatApi: { enabled: boolean; path: string } }>('GET', '/app-endpoints')
      .then((endpoints) => endpoints.compatApi)
  await page.getByRole('switch', { name: /^Compatibility API/ }).click({ force: true })
  await expect.poll(enabled).toEqual({ enabled: true, path: '/komga' })
  await page.getByRole('textbox', { name: 'Path of the compatibility API' }).fill('shelf')
  await page.getByRole('button', { name: 'Save' }).and(page.locator(':enabled')).click()
  await expect.poll(enabled).toEqual({ enabled: true, path: '/shelf' })
  await page.getByRole('button', { name: 'Reset: Path of the compatibility API' }).click()
  await expect.poll(enabled).toEqual({ enabled: true, path: '/komga' })
  await page.getByRole('button', { name: 'History: Path of the compatibility API' }).click()
  await page.getByRole('dialog').getByText('Set to shelf').waitFor()
})

test('people register where the server allows it, and are not offered it elsewhere', async () => {
  await server.ask('POST', '/admin/settings/auth.registration_enabled/reset')
  const newcomer = `newcomer-${Date.now()}`
  const { page } = await visit(server, { as: null })
  await page.goto(`${server.origin}/register`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.getByRole('link', { name: /^No account yet/ }).count()).toBe(0)
  await server.ask('PUT', '/admin/settings/auth.registration_enabled', { value: true })
  await page.reload()
  await page.getByRole('link', { name: /^No account yet/ }).click()
  // The page's code is still being fetched, and the sign-in form has the same fields.
  await page.getByRole('heading', { name: 'Create an account' }).waitFor()
  await page.getByLabel('Username').fill(newcomer)
  await page.getByLabel('Password', { exact: true }).fill(server.account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel(`${newcomer}’s account`).waitFor()
  await server.ask('POST', '/admin/settings/auth.registration_enabled/reset')
})

test('the log is followed live, and errors are found by level', async () => {
  const file = join(server.library, '..', 'data', 'logs', 'lectern.log')
  await mkdir(dirname(file), { recursive: true })
  const say = (level: number, msg: string) =>
    appendFile(file, `${JSON.stringify({ level, time: Date.now(), msg, file: 'a.cbz' })}\n`)
  await say(30, 'All is well')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/admin/log`)
  await page.getByText('All is well').waitFor()
  await say(50, 'Something is amiss')
  await page.getByText('Something is amiss').waitFor()
  await page.getByText('Errors', { exact: true }).click()
  await page.getByText('All is well').waitFor({ state: 'detached' })
  await page.getByText('Something is amiss').click()
  await page.getByText('file: a.cbz').waitFor()
})

test('a book is removed while its file stays, and is restored', async () => {
  type Found = { data: { id: string; title: string }[] }
  const { data } = await server.ask<Found>('GET', '/series?pageSize=100')
  const attic = data.find(({ title }) => title === 'Attic Notes')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/series/${attic?.id}`)
  await page.getByRole('link', { name: /^broken,/ }).hover()
  await page.getByRole('button', { name: 'More actions: broken' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this book?' })
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('1 book removed.').waitFor()
  await page.getByRole('link', { name: /^broken,/ }).waitFor({ state: 'detached' })
  expect((await readFile(join(annex, 'Attic Notes', 'broken.cbz'))).length).toBeGreaterThan(1000)

  await page.goto(`${server.origin}/admin/libraries`)
  await page.getByRole('link', { name: 'Edit Annex' }).click()
  await page.getByRole('button', { name: 'Restore Attic Notes/broken.cbz' }).click()
  await page.getByText('Restored. A scan adds the books again.').waitFor()
  await page.getByRole('heading', { name: 'Excluded files' }).waitFor({ state: 'detached' })
  await page.goto(`${server.origin}/series/${attic?.id}`)
  await page.getByRole('link', { name: /^broken,/ }).waitFor()
})

test('deleting a library lists what is lost and keeps the files', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/admin/libraries`)
  await page.getByRole('link', { name: 'Edit Annex' }).click()
  await page.getByRole('button', { name: 'Delete library' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Annex”' })
  await dialog.getByText('1 series with its metadata and locks').waitFor()
  await dialog.getByText(`The files in ${annex} are not touched.`).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await server.ask('GET', '/libraries')).toHaveLength(2)
  await page.getByRole('button', { name: 'Delete library' }).click()
  await dialog.getByRole('button', { name: 'Delete “Annex”' }).click()
  await page.getByRole('heading', { name: 'Libraries', level: 1 }).waitFor()
  expect(await page.getByRole('link', { name: 'Edit Annex' }).count()).toBe(0)
  expect(await server.ask('GET', '/libraries')).toHaveLength(1)
  expect((await readFile(join(annex, 'Attic Notes', 'broken.cbz'))).length).toBeGreaterThan(1000)
})
