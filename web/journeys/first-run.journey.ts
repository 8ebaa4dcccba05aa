import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openEmptyServer, visit } from './journey-server.ts'
import { accessibilityFaults } from './tour.ts'

// Behind a reverse proxy and under a base path, the harder case: whatever works here also works at the root.
let server: JourneyServer
beforeAll(async () => {
  server = await openEmptyServer({ basePath: '/shelf' })
})
afterAll(() => server?.close())

test('axe finds nothing serious on the welcome page of an empty server', async () => {
  expect(await accessibilityFaults(server, ['/welcome'], null)).toEqual([])
})

test('first run: account, folder, scan, reading, and the saved position on the home page', async () => {
  const { page } = await visit(server, { as: null })
  await page.goto(server.origin)

  await page.getByRole('heading', { name: 'Welcome to Lectern' }).waitFor()
  await page.getByLabel('Username').fill(server.account.username)
  await page.getByLabel('Password', { exact: true }).fill(server.account.password)
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByRole('heading', { name: 'Your first library' }).waitFor()
  // Doing this later is possible from any empty page.
  for (const path of ['/libraries', '/libraries/all']) {
    await page.goto(`${server.origin}${path}`)
    await page.getByRole('heading', { name: 'Your library is empty' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Add library' }).click()
    await page.getByRole('heading', { name: 'Your first library' }).waitFor()
  }
  // Mocked: the test must not depend on books on this machine.
  const place = { path: '/media/books', isReadable: true, bookCount: 12, isMore: false }
  await page.route('**/filesystem/suggested-folders', (route) => route.fulfill({ json: [place] }))
  // An invalid path is reported beside its field, before anything is sent.
  const folder = page.getByRole('textbox', { name: 'Folder' })
  await folder.fill('/no/such/folder')
  await expect.poll(() => folder.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByText('There is no folder at this path on the server.').count()).toBe(1)
  const add = page.getByRole('button', { name: 'Add library and scan' })
  await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true')
  await folder.fill('')
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  const dialog = page.getByRole('dialog')
  const at = (path: string) => expect.poll(where).toBe(path)
  const where = () => dialog.locator('[data-current]').textContent()
  // The picker starts in the home folder of the server's user; go up from there first.
  await dialog.getByRole('button', { name: 'Use this folder' }).waitFor()
  for (const higher = dialog.getByRole('button', { name: 'Parent folder' }); await higher.isVisible(); ) {
    const before = await where()
    await higher.click()
    await expect.poll(where).not.toBe(before)
  }
  // Suggested folders are listed with their number of books.
  await dialog.getByRole('list', { name: 'Suggested folders' }).getByRole('button', { name: '12 books' }).waitFor()
  let path = ''
  for (const folder of server.library.split('/').filter(Boolean)) {
    await dialog.getByRole('button', { name: folder, exact: true }).click()
    path += `/${folder}`
    await at(path)
  }
  await page.getByRole('button', { name: 'Use this folder' }).click()
  await page.getByText('Preview').waitFor()
  await page.getByText('Akai Ito').first().waitFor()
  // Going back by accident discards nothing.
  await page.evaluate(() => history.back())
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add library and scan' }).click()

  await page.getByRole('heading', { name: 'Scan complete' }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Go to your library' }).click()
  await page.getByRole('heading', { name: 'Recently added' }).waitFor()

  await page
    .getByRole('link', { name: /^Akai Ito/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Read', exact: true }).click()
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('d')
  // A manga is read right to left: the left arrow goes forward, and the second page is to the right of the third.
  await page.keyboard.press('ArrowLeft')
  await page.getByAltText('Page 2 of 9').waitFor()
  const [second, third] = await Promise.all(
    [2, 3].map((number) => page.getByAltText(`Page ${number} of 9`).boundingBox()),
  )
  expect(second!.x).toBeGreaterThan(third!.x)
  await page.keyboard.press('Escape')

  await page.goto(server.origin)
  await page.getByRole('heading', { name: 'Continue reading' }).waitFor()
  await page.getByText(/Page 3 of 9/).waitFor()
})

test('a signed-out visitor signs in and returns to the page they asked for', async () => {
  const { page } = await visit(server, { as: null })
  await page.goto(`${server.origin}/collections`)
  await page.getByLabel('Username or email').fill(server.account.username)
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Wrong username or password.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(server.account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Collections', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/shelf/collections')

  await page.getByLabel('ada’s account').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('over a slow line one begins to sign in before the app is there', async () => {
  const { page } = await visit(server, { as: null })
  const held: (() => Promise<void>)[] = []
  let isHeld = true
  await page.route('**/assets/*.js', async (route) => {
    if (isHeld) held.push(() => route.continue())
    else await route.continue()
  })
  await page.goto(`${server.origin}/collections`, { waitUntil: 'commit' })
  await page.getByLabel('Username or email').fill(server.account.username)
  await page.getByLabel('Password', { exact: true }).fill(server.account.password)
  expect(await page.locator('main').count()).toBe(0)
  isHeld = false
  for (const go of held) await go()
  await page.locator('main form').waitFor()
  const password = page.getByLabel('Password', { exact: true })
  expect(await password.inputValue()).toBe(server.account.password)
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Collections', exact: true }).waitFor()
})

test('over a slow line somebody signed in elsewhere reads the titles before the app is there', async () => {
  const { page } = await visit(server)
  await page.route('**/boot.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  const held: (() => Promise<void>)[] = []
  await page.route('**/assets/*.js', (route) => void held.push(() => route.continue()))
  await page.goto(`${server.origin}/`, { waitUntil: 'commit' })
  const title = page.locator('.shell').getByRole('link', { name: /^Harbor Lights/ })
  await title.waitFor()
  expect(await page.locator('main').count()).toBe(0)
  await page.unroute('**/assets/*.js')
  for (const go of held) await go()
  await page
    .locator('main')
    .getByRole('link', { name: /^Harbor Lights/ })
    .first()
    .waitFor()
})

test('with a base path every request stays below it: pages, covers, books and app files', async () => {
  const { page } = await visit(server, { as: null })
  const outside = new Set<string>()
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url())
    if (server.origin.startsWith(origin) && !pathname.startsWith('/shelf/')) outside.add(pathname)
  })
  await page.goto(`${server.origin}/libraries/all`)
  await page.getByLabel('Username or email').fill(server.account.username)
  await page.getByLabel('Password', { exact: true }).fill(server.account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: /^Harbor Lights/ }).click()
  await page.getByRole('heading', { name: 'Books' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/shelf\/series\//)
  await page.reload()
  await page.getByRole('heading', { name: 'Books' }).waitFor()

  await server.ask('POST', '/auth/login', server.account)
  const novel = await findBook(server, 'A History of Rain')
  await page.goto(`${server.origin}/read/${novel.id}?incognito=1`)
  await expect.poll(() => page.frames().some((frame) => frame.url().includes('/shelf/api/v1/'))).toBe(true)
  expect([...outside]).toEqual([])
})

test('a series is deleted with its files from its page, which then returns to the library', async () => {
  const { seriesId } = await findBook(server, 'Harbor Lights Vol. 1')
  const folder = join(server.library, 'Harbor Lights')
  expect(await readdir(folder)).toHaveLength(2)
  const { page } = await visit(server)
  await page.goto(`${server.origin}/series/${seriesId}`)
  await page.getByRole('button', { name: 'More actions: Harbor Lights', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this series?' })
  await dialog.getByText('2 books', { exact: true }).waitFor()
  await dialog.getByLabel('Also delete the files from disk').check()
  await dialog.getByRole('button', { name: 'Delete 2 files' }).click()
  await page.getByText('2 books removed.').waitFor()
  await page.getByRole('link', { name: /^Akai Ito/ }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/shelf\/libraries\//)
  expect(await readdir(folder).catch(() => [])).toEqual([])
})

test('with a library named at the start only an account is needed', async () => {
  const other = await openEmptyServer({ library: server.library })
  try {
    const { page } = await visit(other, { as: null })
    await page.goto(other.origin)
    await page.getByLabel('Username').fill(other.account.username)
    await page.getByLabel('Password', { exact: true }).fill(other.account.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Recently added' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  } finally {
    await other.close()
  }
})
