import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser } from './browser.ts'
import { readDemoKomga } from './demo/komga.ts'
import { installDemoProvider } from './demo/provider.ts'
import { makeSampleUserData } from './demo/sample-user-data.ts'
import { startDemoServer } from './demo/server.ts'
import { watchRequests } from './wait-for-requests.ts'

/**
 * Screenshots of every page, at four widths and in three themes, from a real server with a drawn library.
 * `npm run screenshots [-- --out DIR] [--only NAME,NAME] [--width N] [--theme T] [--language L]`
 * `npm run screenshots -- --docs [--only NAME]` creates those of the documentation, in docs/pictures.
 */
const forDocs = process.argv.includes('--docs')
/** The shot of each file, by its name. */
const docsPictures: Record<string, string> = {
  home: 'home',
  library: 'library',
  series: 'series',
  reader: 'reader-manga-double',
  key: 'new-key',
  plugins: 'admin-plugins',
  identify: 'identify',
}
const widths = [390, 820, 1440, 2560]
const language = given('language') ?? 'en'
const themes = ['paper', 'lamp', 'black']
const out = given('out') ?? 'screenshots'
const rooms = [
  ...[
    '',
    '/profile',
    '/profile/api-keys',
    '/profile/sessions',
    '/preferences',
    '/statistics',
    '/apps',
    '/connections',
    '/fonts',
  ].map((path) => `/settings${path}`),
  ...['libraries', 'libraries/new', 'users', 'users/new', 'sharing-tags'].map((path) => `/admin/${path}`),
  ...['tasks', 'errors', 'duplicates', 'settings', 'audit', 'log', 'server'].map((path) => `/admin/${path}`),
  ...['plugins', 'reviews', 'imports', 'backups', 'health'].map((path) => `/admin/${path}`),
]

// The app has no Japanese font; the machine may have one.
if (existsSync('/etc/fonts/fonts.conf')) process.env.FONTCONFIG_PATH ??= '/etc/fonts'

type Act = (page: Page) => Promise<void>
/** `ready` must be on the page before it counts as loaded. */
type Shot = { name: string; path: string; ready?: string; act?: Act; signedOut?: boolean }
const picture = 'main img[alt]:not([alt=""])'

const server = await startDemoServer()
const browser = await openBrowser()
try {
  const ids = await makeSampleUserData(server)
  const { providerId } = await installDemoProvider(server)
  await readDemoKomga(server)
  const shots: Shot[] = [
    { name: 'home', path: '/' },
    { name: 'libraries', path: '/libraries' },
    { name: 'library', path: '/libraries/all' },
    { name: 'library-recommended', path: `/libraries/${ids.libraryId}?show=shelves` },
    {
      name: 'library-filtered',
      path: '/libraries/all?genre=Drama&genre=!Horror',
      act: pressFirst('button:has(.tabler-icon-adjustments-horizontal, .tabler-icon-filter)'),
    },
    { name: 'library-list', path: '/libraries/all?show=books&view=list' },
    { name: 'series', path: `/series/${ids.seriesId}` },
    { name: 'series-edit', path: `/series/${ids.seriesId}`, act: pressFirst('button:has(.tabler-icon-pencil)') },
    { name: 'book', path: `/books/${ids.comicBookId}` },
    { name: 'search-palette', path: '/', act: searchFor('sa') },
    { name: 'search', path: '/search?q=the' },
    { name: 'collections', path: '/collections' },
    { name: 'collection', path: `/collections/${ids.collectionId}` },
    { name: 'read-lists', path: '/read-lists' },
    { name: 'read-list', path: `/read-lists/${ids.readListId}` },
    { name: 'want-to-read', path: '/want-to-read' },
    { name: 'downloads', path: '/downloads' },
    ...['notebook', 'releases', 'recommendations'].map((name) => ({ name, path: `/${name}` })),
    { name: 'genre', path: '/browse/genre?name=Drama' },
    { name: 'reader-comic', path: `/read/${ids.comicBookId}?page=3&incognito=1`, ready: picture, act: showControls },
    {
      name: 'reader-manga-double',
      path: `/read/${ids.mangaBookId}?page=4&incognito=1`,
      ready: picture,
      act: makeDouble,
    },
    { name: 'reader-pdf', path: `/read/${ids.leavesId}?incognito=1`, ready: picture, act: showControls },
    {
      name: 'reader-epub',
      path: `/read/${ids.novelId}?page=2&incognito=1`,
      ready: 'foliate-paginator',
      act: showControls,
    },
    {
      name: 'reader-epub-settings',
      path: `/read/${ids.novelId}?page=2&incognito=1`,
      ready: 'foliate-paginator',
      act: press('s'),
    },
    {
      name: 'reader-fixed',
      path: `/read/${ids.pictureBookId}?page=2&incognito=1`,
      ready: 'iframe:visible',
      act: showControls,
    },
    {
      name: 'reader-vertical',
      path: `/read/${ids.japaneseId}?incognito=1`,
      ready: 'foliate-paginator',
      act: showControls,
    },
    { name: 'add-library', path: '/add-library' },
    { name: 'nothing-here', path: '/books/00000000-0000-7000-8000-000000000000' },
    { name: 'admin-library-edit', path: `/admin/libraries/${ids.libraryId}` },
    ...rooms.map((path) => ({ name: path.replaceAll('/', '-').slice(1), path })),
    { name: 'admin-plugin', path: `/admin/plugins/${providerId}` },
    { name: 'identify', path: `/series/${ids.seriesId}`, act: compareWithProvider },
    { name: 'settings-kobo', path: '/settings/kobo' },
    { name: 'new-kobo', path: '/settings/kobo', act: addKobo },
    { name: 'new-key', path: '/settings/profile/api-keys/new', act: makeKey },
    { name: 'sign-in', path: '/sign-in', signedOut: true },
  ]
  const only = given('only')?.split(',')
  if (forDocs) await drawDocsPictures(shots, only)
  else await takeAll(shots, only)
} finally {
  await browser.close()
  await server.close()
}

async function takeAll(shots: readonly Shot[], only: readonly string[] | undefined) {
  for (const theme of themes.filter((each) => each === (given('theme') ?? each)))
    for (const width of given('width') ? [Number(given('width'))] : widths) {
      const context = await contextOf(width, theme)
      const folder = join(out, theme, String(width))
      await mkdir(folder, { recursive: true })
      for (const shot of shots.filter(({ name }) => only === undefined || only.includes(name))) {
        if (shot.signedOut) await context.clearCookies()
        await take(context, shot, join(folder, `${shot.name}.png`))
        if (shot.signedOut) await signIn(context)
      }
      await context.close()
      console.log(`${theme} ${width}: done`)
    }
}

/** Small enough for a page that is read over a slow line. */
async function drawDocsPictures(shots: readonly Shot[], only: readonly string[] | undefined) {
  const context = await contextOf(1440, 'paper')
  for (const [picture, name] of Object.entries(docsPictures)) {
    if (only && !only.includes(picture)) continue
    const taken = await take(context, shots.find((shot) => shot.name === name)!)
    await sharp(taken)
      .resize(1200)
      .webp({ quality: 82, effort: 6 })
      .toFile(join('docs/pictures', `${picture}.webp`))
    console.log(`docs/pictures/${picture}.webp: drawn`)
  }
}

function given(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

async function contextOf(width: number, theme: string): Promise<BrowserContext> {
  const phone = width < 500
  const context = await browser.newContext({
    viewport: { width, height: phone ? 844 : width < 1000 ? 1180 : width > 2000 ? 1440 : 900 },
    hasTouch: phone,
    isMobile: phone,
    reducedMotion: 'reduce',
    locale: language,
  })
  const kept = { 'lectern-theme': theme, 'lectern-language': language }
  await context.addInitScript((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
  }, kept)
  await signIn(context)
  return context
}

async function signIn(context: BrowserContext) {
  const data = { username: 'ada', password: 'a quiet reading room' }
  const response = await context.request.post(`${server.origin}/api/v1/auth/login`, { data })
  if (!response.ok()) throw new Error(`Sign-in: ${response.status()}`)
}

async function take(context: BrowserContext, shot: Shot, file?: string): Promise<Buffer> {
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(`${shot.path}: ${error.message}`))
  const settled = watchRequests(page)
  await page.goto(server.origin + shot.path)
  if (shot.ready) await page.locator(shot.ready).first().waitFor()
  await settled()
  await shot.act?.(page)
  await settled()
  // Covers fade in, sheets slide.
  await page.waitForTimeout(300)
  const taken = await page.screenshot({ path: file })
  await page.close()
  return taken
}

// By position and not by text: the screenshots are taken in every language.
async function makeKey(page: Page) {
  await page.locator('main form input').first().fill('Tablet on the balcony')
  await page.locator('main form button[type=submit]').click()
  await page.getByRole('dialog').waitFor()
}

async function compareWithProvider(page: Page) {
  await page.locator('main button:has(.tabler-icon-list-search)').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('button[type=submit]').first().click()
  await dialog.locator('li button').first().click()
  await dialog.getByRole('table').waitFor()
}

async function addKobo(page: Page) {
  await page.locator('main form input').first().fill('Kobo in the kitchen')
  await page.locator('main form button[type=submit]').click()
  await page.locator('main code, dialog code').first().waitFor()
}

function pressFirst(selector: string): Act {
  return (page) => page.locator(`main ${selector}`).first().click()
}

function press(key: string): Act {
  return (page) => page.keyboard.press(key)
}

function searchFor(text: string) {
  return async (page: Page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(text)
    await page.waitForTimeout(700)
  }
}

async function showControls(page: Page) {
  await page.mouse.move(300, 300)
  await page.mouse.move(340, 360)
}

/** The key toggles it, and the choice is stored for the series: the second screenshot would be single again. */
async function makeDouble(page: Page) {
  const pages = () => page.locator(picture).count()
  if ((await pages()) < 2) await page.keyboard.press('d')
}
