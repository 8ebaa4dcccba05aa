import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'
import { tour } from './tour.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('polyglot')
})
afterAll(() => server?.close())

test('in Arabic everything runs from right to left and nothing leaves the page, on a phone and at a desk', async () => {
  const comic = await findBook(server, 'Harbor Lights Vol. 1')
  const [library] = await server.ask<{ id: string }[]>('GET', '/libraries')
  const paths = [
    '/',
    '/libraries',
    `/libraries/${library?.id}`,
    `/series/${comic.seriesId}`,
    `/books/${comic.id}`,
    '/search?q=harbor',
    '/settings',
    '/settings/preferences',
    '/settings/statistics',
    '/admin/tasks',
    '/admin/libraries',
  ]
  for (const width of [390, 1440]) {
    const { page } = await visit(server, { width, height: 844, language: 'ar' })
    const found: string[] = []
    await tour(server, page, paths, async (path) => {
      const { dir, lang, wide } = await page.evaluate(() => {
        const { dir, lang, scrollWidth, clientWidth } = document.documentElement
        return { dir, lang, wide: scrollWidth - clientWidth }
      })
      if (dir !== 'rtl' || lang !== 'ar' || wide > 0) found.push(`${width} ${path}: ${dir} ${lang} ${wide} px too wide`)
    })
    expect(found).toEqual([])
    await page.goto(`${server.origin}/settings/preferences`)
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect((title?.x ?? 0) + (title?.width ?? 0)).toBeGreaterThan(width / 2)
  }
})

test('the sidebar has room for its words in every language, on one line', async () => {
  const found: string[] = []
  for (const language of ['ru', 'uk', 'fr', 'it', 'de', 'tr', 'ja']) {
    const { page } = await visit(server, { width: 1440, language })
    await page.goto(`${server.origin}/`)
    const sidebar = page.getByRole('navigation').first()
    await sidebar.getByRole('button').waitFor()
    const wide = await sidebar.evaluate((nav) => {
      const { right } = nav.getBoundingClientRect()
      const isWrapped = (part: Element) => part.matches('li > *') && part.clientHeight > 42
      return [...nav.querySelectorAll('a, button, span')]
        .filter((part) => part.getBoundingClientRect().right > right || isWrapped(part))
        .map((part) => part.textContent)
    })
    if (wide.length > 0) found.push(`${language}: ${wide.join(' | ')}`)
  }
  expect(found).toEqual([])
})

test('a book keeps its own direction, whatever the language of the interface', async () => {
  const comic = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server, { language: 'ar' })
  await page.goto(`${server.origin}/read/${comic.id}?page=1`)
  await page.getByRole('img').first().waitFor()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).not.toBe('1')
})

test('the browser’s language is found, and another is chosen before signing in', async () => {
  const context = await server.browser.newContext({ locale: 'de-AT', serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.goto(`${server.origin}/sign-in`)
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    await page.getByLabel('Sprache').selectOption('ar')
    await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    await page.reload()
    expect(await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang])).toEqual([
      'rtl',
      'ar',
    ])
  } finally {
    await context.close()
  }
})

test('the reason why a book can’t be read is in the person’s language', async () => {
  const comic = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server, { language: 'de' })
  await page.route(`**/api/v1/books/${comic.id}*`, async (route) => {
    const answer = await route.fetch()
    const body = JSON.stringify(await answer.json()).replace(
      /"analysisError":null/g,
      '"analysisError":"“Page 003.jpg” is damaged and can’t be unpacked. (and 4 more)"',
    )
    await route.fulfill({ response: answer, body })
  })
  await page.goto(`${server.origin}/books/${comic.id}`)
  await page
    .getByText('„Page 003.jpg“ ist beschädigt und lässt sich nicht entpacken. (und 4 weitere)', { exact: true })
    .waitFor()
})
