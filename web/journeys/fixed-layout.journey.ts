import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('picture-book-reader')
})
afterAll(() => server?.close())

test('fixed-layout pages are shown as spreads, bookmarked and reopened', async () => {
  const book = await findBook(server, 'Paper Boats')
  const { page } = await visit(server)
  const shown = () =>
    page
      .locator('iframe:visible')
      .evaluateAll((frames) => frames.map((each) => (each as HTMLIFrameElement).src.match(/p\d+/)?.[0]))
  await page.goto(`${server.origin}/read/${book.id}`)
  await expect.poll(shown).toEqual(['p1'])
  await page.keyboard.press('ArrowRight')
  await expect.poll(shown).toEqual(['p2', 'p3'])
  const drawn = () =>
    page
      .locator('iframe:visible')
      .evaluateAll((frames) =>
        frames.map((each) => (each as HTMLIFrameElement).contentDocument?.querySelector('img')?.naturalWidth),
      )
  await expect.poll(async () => (await drawn()).filter(Boolean)).toHaveLength(2)

  // Text on the page is highlighted, and the list of notes links to it.
  const bar = page.getByRole('group', { name: 'Selected text' })
  const select = () => page.keyboard.press('h').then(() => bar.isVisible())
  await expect.poll(select, { interval: 1000 }).toBe(true)
  await page.keyboard.press('2')
  await bar.waitFor({ state: 'detached' })
  const marked = () => page.frames().map((each) => each.evaluate(() => [...CSS.highlights.keys()].join()))
  await expect.poll(async () => (await Promise.all(marked())).join('')).toContain('highlight-green')
  await page.keyboard.press('End')
  await expect.poll(shown).toEqual(['p8', 'p9'])
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByRole('button', { name: /^Leaf/ }).click()
  await bar.getByRole('button', { name: 'Green', pressed: true }).waitFor()
  await expect.poll(shown).toEqual(['p2', 'p3'])
  await page.goBack()
  await expect.poll(shown).toEqual(['p8', 'p9'])
  await page.getByRole('button', { name: 'Back to page 2' }).click()
  await expect.poll(shown).toEqual(['p2', 'p3'])

  // The text is searchable, and the page can be zoomed.
  await page.keyboard.press('/')
  await page.getByLabel('Search for a word or phrase').fill('leaf 7')
  await page.locator('mark').first().click()
  await expect.poll(shown).toEqual(['p8', 'p9'])
  const strong = () =>
    page.frames().map((each) => each.evaluate(() => [...(CSS.highlights.get('lectern-search-current') ?? [])].join()))
  await expect.poll(async () => (await Promise.all(strong())).join('')).toBe('Leaf 7')
  await page.keyboard.press('Escape')
  await page.getByRole('search', { name: 'Search results' }).waitFor({ state: 'detached' })
  const width = () =>
    page
      .locator('iframe:visible')
      .first()
      .evaluate((each) => each.getBoundingClientRect().width)
  const fitting = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(fitting * 1.2)
  await page.keyboard.press('0')
  await expect.poll(width).toBe(fitting)
  await page.goBack()
  await expect.poll(shown).toEqual(['p2', 'p3'])

  await page.keyboard.press('b')
  await page.getByText('Bookmark added on page 2.').waitFor()
  await page.keyboard.press('ArrowRight')
  await expect.poll(shown).toEqual(['p4', 'p5'])
  await page.keyboard.press('t')
  await page.getByRole('tab', { name: 'Bookmarks' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Leaf 1/ })
    .click()
  await expect.poll(shown).toEqual(['p2', 'p3'])

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(shown).toEqual(['p6', 'p7'])
  await page.close({ runBeforeUnload: true })
  const again = await visit(server, { width: 390, height: 844 })
  await again.page.goto(`${server.origin}/read/${book.id}`)
  await again.page.locator('iframe[src*="p6"]').waitFor()
  expect(await again.page.locator('iframe:visible').count()).toBe(1)

  // Seeing the last of two facing pages finishes the book.
  await again.page.setViewportSize({ width: 1000, height: 700 })
  await again.page.keyboard.press('End')
  await again.page.locator('iframe[src*="p9"]').waitFor()
  const isRead = () =>
    server.ask<{ completed: boolean }>('GET', `/books/${book.id}/progress`).then((it) => it.completed)
  await expect.poll(isRead).toBe(true)
})

test('a page that the file lacks leaves the way back as it was', async () => {
  const book = await findBook(server, 'Paper Boats')
  const { page } = await visit(server)
  await page.route('**/p8.xhtml', (route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
  )
  await page.goto(`${server.origin}/read/${book.id}?incognito=1&page=2`)
  await page.locator('iframe[src*="p2"]').waitFor()
  await page.keyboard.press('End')
  await expect.poll(() => page.frames().some((each) => each.url().endsWith('p8.xhtml?page'))).toBe(true)
  await page.getByRole('button', { name: 'Back to page 2' }).click()
  await expect.poll(() => page.locator('iframe[src*="p2"]').isVisible()).toBe(true)
})

test('a button that rises with the bars stays under the mouse that moved to it', async () => {
  const book = await findBook(server, 'Paper Boats')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/read/${book.id}?incognito=1&page=2`)
  await page.locator('iframe[src*="p2"]').waitFor()
  await page.mouse.move(1200, 400)
  await page.keyboard.press('End')
  const chip = page.getByRole('button', { name: 'Back to page 2' })
  const bars = page.locator('main > footer')
  await expect.poll(() => bars.getAttribute('data-shown')).toBe(null)
  const box = await chip.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  await expect.poll(() => bars.getAttribute('data-shown')).toBe('true')
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(() => page.locator('iframe[src*="p2"]').isVisible()).toBe(true)
})
