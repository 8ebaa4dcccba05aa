import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { makeReadingHistory } from './demo/reading-history.ts'
import { startDemoServer } from './demo/server.ts'
import { watchRequests } from './wait-for-requests.ts'

/**
 * Pictures of every page, at four widths and in three themes, from a real server over a drawn library.
 * `npm run screenshots [-- --out DIR] [--only NAME,NAME] [--width N] [--theme T] [--language L]`
 */
const widths = [390, 820, 1440, 2560]
const language = given('language') ?? 'en'
const themes = ['paper', 'lamp', 'black']
const out = given('out') ?? 'screenshots'
const rooms = [
  ...['', '/profile', '/profile/api-keys', '/profile/sessions', '/preferences', '/statistics', '/apps'].map(
    (path) => `/settings${path}`,
  ),
  ...['libraries', 'libraries/new', 'users', 'users/new', 'sharing-tags'].map((path) => `/admin/${path}`),
  ...['tasks', 'errors', 'duplicates', 'settings', 'audit', 'log', 'server'].map((path) => `/admin/${path}`),
]

// The app brings no Japanese letters along; the machine may have some.
if (existsSync('/etc/fonts/fonts.conf')) process.env.FONTCONFIG_PATH ??= '/etc/fonts'

type Act = (page: Page) => Promise<void>
/** `ready` is what must be on the page before it counts as there. */
type Shot = { name: string; path: string; ready?: string; act?: Act; signedOut?: boolean }
const picture = 'main img[alt]:not([alt=""])'

const server = await startDemoServer()
const browser = await openBrowser()
try {
  const ids = await makeReadingHistory(server)
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
    { name: 'reader-fixed', path: `/read/${ids.pictureBookId}?page=2&incognito=1`, ready: 'iframe', act: showControls },
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
    { name: 'new-key', path: '/settings/profile/api-keys/new', act: makeKey },
    { name: 'sign-in', path: '/sign-in', signedOut: true },
  ]
  const only = given('only')?.split(',')
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
} finally {
  await browser.close()
  await server.close()
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

async function take(context: BrowserContext, shot: Shot, file: string) {
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
  await page.screenshot({ path: file })
  await page.close()
}

// By their place and not by their words: the pictures are taken in every language.
async function makeKey(page: Page) {
  await page.locator('main form input').first().fill('Tablet on the balcony')
  await page.locator('main form button[type=submit]').click()
  await page.getByRole('dialog').waitFor()
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

/** The key turns it on and off, and what was chosen is kept for the series: the second picture would be single again. */
async function makeDouble(page: Page) {
  const pages = () => page.locator(picture).count()
  if ((await pages()) < 2) await page.keyboard.press('d')
}
