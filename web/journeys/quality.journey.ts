import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Language, languages } from '../src/messages/language-list.ts'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'
import { accessibilityFaults, tour, unvisitedPages } from './tour.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('critic')
})
afterAll(() => server?.close())

test.each([
  ['English', undefined],
  ['the largest language', largestLanguage()],
])('first pages in %s show after less than 150 kB of script, and all of it comes from here', async (_, language) => {
  const comic = await findBook(server, 'Harbor Lights Vol. 1')
  const visits = [
    { path: '/', shows: 'main article a' },
    { path: '/sign-in', shows: 'main input[type=password]', as: null },
    { path: `/series/${comic.seriesId}`, shows: 'main h1' },
    { path: `/books/${comic.id}`, shows: 'main h1' },
    // Rarely the first page: adds the messages of all pages, and the list with its controls.
    { path: '/libraries/all', shows: 'main article a', atMost: 190_000 },
  ]
  for (const { path, shows, as, atMost = 150_000 } of visits) {
    const { page } = await visit(server, { as, language })
    await page.addInitScript((selector) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector(selector)) return
        ;(window as { shownAt?: number }).shownAt = performance.now()
        watch.disconnect()
      })
      watch.observe(document, { childList: true, subtree: true })
    }, shows)
    await page.goto(`${server.origin}${path}`)
    await page.waitForFunction(() => (window as { shownAt?: number }).shownAt)
    const loaded = await page.evaluate(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return entries.map(({ name, startTime, transferSize }) => ({ name, startTime, transferSize }))
    })
    const shownAt = await page.evaluate(() => (window as { shownAt?: number }).shownAt ?? 0)
    // Twelve seconds after start the app loads the notifications, even if the page itself isn't loaded yet.
    const until = Math.min(shownAt, 12_000)
    const scripts = loaded.filter(({ name, startTime }) => /\.js$/.test(name) && startTime < until)
    const total = scripts.reduce((sum, { transferSize }) => sum + transferSize, 0)
    const visited = `${path} ${language ?? 'en'}`
    expect(total, visited).toBeGreaterThan(50_000)
    expect(total, visited).toBeLessThan(atMost)
    expect(loaded.filter(({ name }) => new URL(name).origin !== server.origin)).toEqual([])
  }
})

/** The one whose words for the first pages are the most bytes. */
function largestLanguage(): Language | undefined {
  const assets = join(import.meta.dirname, '../dist/assets')
  const sizeOf = (tag: string) =>
    globSync(`language-${tag}-????????.js.br`, { cwd: assets }).reduce(
      (sum, file) => sum + statSync(join(assets, file)).size,
      0,
    )
  const tags = Object.keys(languages) as Language[]
  return tags.sort((a, b) => sizeOf(b) - sizeOf(a))[0]
}

test('the home page of a warm server is usable within a second', async () => {
  const { context } = await visit(server)
  await context.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('main h2') || !document.querySelector('main article a')) return
      ;(window as { usableAt?: number }).usableAt = performance.now()
      watch.disconnect()
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  const times: number[] = []
  for (let visits = 0; visits < 3; visits++) {
    const before = crowding()
    const page = await context.newPage()
    await page.goto(server.origin)
    const seen = await page.waitForFunction(() => (window as { usableAt?: number }).usableAt)
    const usableAt = (await seen.jsonValue()) ?? Number.POSITIVE_INFINITY
    await page.close()
    times.push(usableAt / ((before + crowding()) / 2))
  }
  expect(Math.min(...times)).toBeLessThan(1000)
})

/** How many times longer work takes now than on an idle machine: 1 if it is idle. */
function crowding(): number {
  const beganAt = performance.now()
  const begun = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(begun)
    const used = (user + system) / 1000
    if (used > 150) return Math.max(1, (performance.now() - beganAt) / used)
  }
}

test('axe finds nothing serious on any page, light and dark', async () => {
  const comic = await findBook(server, 'Harbor Lights Vol. 1')
  const [novel, fixed, leaves] = await Promise.all(
    ['A History of Rain', 'Paper Boats', 'Field Notes'].map((title) => findBook(server, title)),
  )
  const [library] = await server.ask<{ id: string }[]>('GET', '/libraries')
  const list = { shared: false, name: 'Looked at' }
  const collection = await server.ask<{ id: string }>('POST', '/collections', { ...list, ids: [comic.seriesId] })
  const readList = await server.ask<{ id: string }>('POST', '/readlists', { ...list, ids: [comic.id, novel!.id] })
  const inside = [
    '/',
    '/libraries',
    '/libraries/all',
    `/libraries/${library?.id}?show=shelves`,
    '/libraries/all?show=books&view=list',
    `/series/${comic.seriesId}`,
    `/books/${comic.id}`,
    '/browse/genre?name=Drama',
    '/search?q=a',
    '/collections',
    `/collections/${collection.id}`,
    '/read-lists',
    `/read-lists/${readList.id}`,
    '/want-to-read',
    '/notebook',
    '/releases',
    '/recommendations',
    '/downloads',
    '/add-library',
    '/nothing/here',
    ...[comic, novel, fixed, leaves].map((book) => `/read/${book!.id}?incognito=1`),
  ]
  const outside = ['/sign-in', '/register']
  // The settings pages, the welcome page of an empty server and the way from /login have separate journeys.
  const elsewhere = ['/settings/profile', '/admin/tasks', '/welcome', '/login']
  expect(await unvisitedPages('router.tsx', [...inside, ...outside, ...elsewhere])).toEqual([])
  expect(await accessibilityFaults(server, inside)).toEqual([])
  expect(await accessibilityFaults(server, outside, null)).toEqual([])
})

test('a row scrolled to its start shows new items at once', async () => {
  const { page } = await visit(server, { width: 700 })
  await page.goto(server.origin)
  const shelf = page.getByRole('region', { name: 'Recently added' }).getByRole('list')
  const cut = shelf.getByRole('link', { name: /^The Long Way Home/ })
  await cut.waitFor()
  const scrolled = await shelf.evaluate(async (row) => {
    if (row.scrollWidth <= row.clientWidth) return 'nothing to scroll'
    row.prepend(row.lastElementChild?.cloneNode(true) ?? '')
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return row.scrollLeft
  })
  expect(scrolled).toBe(0)

  // A title that doesn't fit in its two lines is shown in full on hover.
  const title = cut.locator('..').locator('span[dir]').first()
  await title.evaluate((element) => {
    element.style.maxWidth = '5ch'
  })
  await cut.hover()
  await page.locator('[popover]').filter({ hasText: 'The Long Way Home' }).waitFor()
})

test('on the narrowest phone no page is wider than the screen', async () => {
  const comic = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server, { width: 360, height: 740 })
  const works = [`/series/${comic.seriesId}`, `/books/${comic.id}`]
  const paths = ['/', '/libraries/all', ...works, '/search?q=a', '/read-lists', '/nothing/here']
  await tour(server, page, paths, async (path) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Libraries' }).last().waitFor()
  })
})
