import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verticalEpubOf } from '../../scripts/demo/epub.ts'
import { makeNovel } from '../../test/fixtures/make-novel.ts'
import { fingersOn } from './finger.ts'
import { fillServer } from './global-setup.ts'
import { findBook, type JourneyServer, openEmptyServer, visit } from './journey-server.ts'
import { footOf, pageOf } from './paginated-book.ts'

const chapters = Array.from({ length: 6 }, (_, chapter) =>
  Array.from(
    { length: 40 },
    (_, n) => `In chapter ${chapter + 1} it rained for the ${n + 1}th day, and nobody lit the lamps of the harbour.`,
  ).join('\n'),
)

let server: JourneyServer
let id: string
beforeAll(async () => {
  server = await openEmptyServer()
  await writeFile(join(server.library, 'Rain.epub'), makeNovel('Rain', chapters))
  const cover = await sharp({ create: { width: 60, height: 90, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer()
  await writeFile(
    join(server.library, 'Neko.epub'),
    await verticalEpubOf({ title: 'Neko', author: 'Natsume Soseki', cover }),
  )
  await writeFile(
    join(server.library, 'Botchan.epub'),
    await verticalEpubOf({ title: 'Botchan', author: 'Natsume Soseki', cover }, { isDirectionDeclared: false }),
  )
  await fillServer(server.ask, server.library)
  id = (await findBook(server, 'Rain')).id
})
afterAll(() => server?.close())

async function open(motion: 'reduce' | 'no-preference' = 'reduce', width = 390) {
  const { page, context } = await visit(server, { width, height: 844 })
  await page.emulateMedia({ reducedMotion: motion })
  return { page, finger: await fingersOn(page, context) }
}

async function openChapter(page: Page, number: number) {
  await page.goto(`${server.origin}/read/${id}?incognito=1`)
  await page.getByText(/^Position \d+ of/).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('button', { name: `Chapter ${number}` }).click()
  await expect.poll(() => footOf(page)).toContain(`Position ${number} of 6`)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

type Renderer = HTMLElement & { pages: number }
/** The chapters that are laid out, the one on screen first. */
const filesOf = (page: Page) =>
  page
    .frames()
    .map((each) => each.url().match(/c\d\.xhtml/)?.[0])
    .filter((each) => each !== undefined)

async function goToLastPage(page: Page) {
  for (let [at = 0, of = 0] = await pageOf(page); at < of; [at = 0, of = 0] = await pageOf(page)) {
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => pageOf(page)).toEqual([at + 1, of])
  }
}

test('the chapters before and after are laid out beforehand, unseen, and turning to them only shows them', async () => {
  const { page } = await open()
  await openChapter(page, 3)
  await expect.poll(() => filesOf(page)).toEqual(['c3.xhtml', 'c4.xhtml', 'c2.xhtml'])
  const next = page.frames().find((each) => each.url().endsWith('c4.xhtml'))
  await next?.evaluate(() => Object.assign(window, { isTheSame: true }))
  // Hidden chapters can't be focused.
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab')
  expect(await next?.evaluate(() => document.hasFocus())).toBe(false)
  expect(await next?.evaluate(() => window.frameElement?.checkVisibility({ visibilityProperty: true }))).toBe(false)

  await goToLastPage(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => footOf(page)).toContain('Position 4 of 6')
  expect(await pageOf(page)).toEqual([1, expect.any(Number)])
  expect(await next?.evaluate(() => 'isTheSame' in window)).toBe(true)
  await expect.poll(() => filesOf(page)).toEqual(['c4.xhtml', 'c5.xhtml', 'c3.xhtml'])
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => footOf(page)).toContain('Position 3 of 6')
  const [at, of] = await pageOf(page)
  expect(at).toBe(of)

  // With another appearance they are laid out again.
  await expect.poll(() => filesOf(page)).toEqual(['c3.xhtml', 'c2.xhtml', 'c4.xhtml'])
  await page.keyboard.press('+')
  await expect.poll(() => filesOf(page)).toHaveLength(3)
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect.poll(() => filesOf(page)).toHaveLength(3)
})

test.each(['no-preference', 'reduce'] as const)(
  'turning straight back into the chapter one came from shows it again as it was, motion: %s',
  async (motion) => {
    const { page, finger } = await open(motion)
    await openChapter(page, 3)
    await goToLastPage(page)
    await expect.poll(() => filesOf(page)).toEqual(['c3.xhtml', 'c4.xhtml', 'c2.xhtml'])
    const left = page.frames().find((each) => each.url().endsWith('c3.xhtml'))
    await left?.evaluate(() => Object.assign(window, { isTheSame: true }))
    // It is not loaded again.
    await page.route('**/c3.xhtml', () => {})
    const isLastPageOf3 = async () => {
      await expect.poll(() => footOf(page)).toContain('Position 3 of 6')
      const [at, of] = await pageOf(page)
      expect(at).toBe(of)
      expect(await left?.evaluate(() => 'isTheSame' in window)).toBe(true)
    }
    for (let times = 0; times < 2; times++) {
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => footOf(page)).toContain('Position 4 of 6')
      expect((await pageOf(page))[0]).toBe(1)
      await page.keyboard.press('ArrowLeft')
      await isLastPageOf3()
    }
    // Also with both keys at once, and by touch.
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await page.waitForTimeout(1000)
    await isLastPageOf3()
    await finger.drag([330, 400], [60, 400])
    await expect.poll(() => footOf(page)).toContain('Position 4 of 6')
    await page.waitForTimeout(400)
    await finger.drag([60, 400], [330, 400])
    await isLastPageOf3()
    // A tap in a chapter that was left and shown again counts once.
    await page.waitForTimeout(600)
    await page.touchscreen.tap(30, 400)
    await expect.poll(async () => (await pageOf(page))[0]).toBe(((await pageOf(page))[1] ?? 0) - 1)
  },
)

test('the next chapter follows the finger, and stays where it is when the finger goes back', async () => {
  const { page, finger } = await open('no-preference')
  await openChapter(page, 2)
  await goToLastPage(page)
  const laidOut = () =>
    page.evaluate(() => [...document.querySelectorAll('foliate-paginator')].map((each) => (each as Renderer).pages > 3))
  await expect.poll(laidOut).toEqual([true, true, true])
  const shown = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('foliate-paginator')].filter((each) =>
          each.checkVisibility({ visibilityProperty: true }),
        ).length,
    )
  await finger.down([330, 400])
  for (const x of [300, 260, 220, 180]) await finger.move([x, 400])
  await expect.poll(shown).toBe(2)
  for (const x of [220, 260, 300, 330]) await finger.move([x, 400])
  await finger.up()
  await expect.poll(shown).toBe(1)
  expect(await footOf(page)).toContain('Position 2 of 6')
  await finger.drag([330, 400], [60, 400])
  await expect.poll(() => footOf(page)).toContain('Position 3 of 6')
  await page.waitForTimeout(300)
  expect(await shown()).toBe(1)
})

test('keys and swipes while a chapter is slow to come are done when it is there', async () => {
  const { page, finger } = await open()
  let answer = Promise.withResolvers<void>()
  await page.route('**/c5.xhtml', async (route) => {
    await answer.promise
    await route.continue()
  })
  await openChapter(page, 4)
  await goToLastPage(page)
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowRight')
  // Longer than any chapter that isn't slow takes.
  await page.waitForTimeout(3500)
  answer.resolve()
  await expect.poll(() => pageOf(page)).toEqual([3, expect.any(Number)])
  expect(await footOf(page)).toContain('Position 5 of 6')

  answer = Promise.withResolvers()
  await openChapter(page, 4)
  await goToLastPage(page)
  for (let swipes = 0; swipes < 3; swipes++) {
    await finger.drag([330, 400], [60, 400])
    await page.waitForTimeout(400)
  }
  answer.resolve()
  await expect.poll(() => pageOf(page)).toEqual([3, expect.any(Number)])
  expect(await footOf(page)).toContain('Position 5 of 6')

  // Navigating elsewhere in the meantime doesn't wait for it.
  answer = Promise.withResolvers()
  await openChapter(page, 4)
  await goToLastPage(page)
  await page.keyboard.press('ArrowRight')
  await page.waitForTimeout(200)
  await page.keyboard.press('Home')
  await expect.poll(() => footOf(page)).toContain('Position 1 of 6')
  answer.resolve()
})

test('a swipe across turns the pages of text set from top to bottom, to the right onward, and is remembered', async () => {
  const { page, finger } = await open()
  const { id: neko } = await findBook(server, 'Neko')
  await page.goto(`${server.origin}/read/${neko}`)
  await page.getByText('Position 1 of 3').waitFor()
  // Its lines are as long as the page, not half of it, and the margins beside them are small.
  const layout = () =>
    page.frames()[1]?.evaluate(() => {
      const { columnWidth, paddingLeft } = getComputedStyle(document.documentElement)
      return { isLong: Number.parseInt(columnWidth, 10) > 600, isWide: Number.parseInt(paddingLeft, 10) < 40 }
    })
  await expect.poll(layout).toEqual({ isLong: true, isWide: true })
  // On a tall tablet, too.
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width: 820, height: 1180 })
  const lineLength = () => page.frames()[1]?.evaluate(() => getComputedStyle(document.documentElement).columnWidth)
  await expect.poll(async () => Number.parseInt((await lineLength()) ?? '', 10)).toBeGreaterThan(height)
  await page.setViewportSize({ width, height })
  await expect.poll(layout).toEqual({ isLong: true, isWide: true })
  await expect.poll(async () => (await pageOf(page))[0]).toBe(1)
  await finger.drag([60, 400], [330, 400])
  await expect.poll(async () => (await pageOf(page))[0]).toBe(2)
  await page.waitForTimeout(400)
  await finger.drag([60, 400], [330, 400])
  await expect.poll(async () => (await pageOf(page))[0]).toBe(3)
  await page.waitForTimeout(400)
  await finger.drag([330, 400], [60, 400])
  await expect.poll(async () => (await pageOf(page))[0]).toBe(2)
  const saved = () =>
    server.ask<{ locator: { locations: { progression: number } } } | null>('GET', `/books/${neko}/progression`)
  await expect.poll(async () => (await saved())?.locator.locations.progression ?? 0).toBeGreaterThan(0)
})

test('vertical text is read to the left, also if its package names no direction', async () => {
  const { page, finger } = await open()
  await page.goto(`${server.origin}/read/${(await findBook(server, 'Botchan')).id}`)
  await page.getByText('Position 1 of 3').waitFor()
  const isOn = (number: number) => expect.poll(async () => (await pageOf(page))[0]).toBe(number)
  await isOn(1)
  await page.keyboard.press('ArrowLeft')
  await isOn(2)
  await finger.drag([60, 400], [330, 400])
  await isOn(3)
  await page.waitForTimeout(400)
  await page.touchscreen.tap(20, 400)
  await isOn(4)
  await page.keyboard.press('ArrowRight')
  await isOn(3)
  await page.touchscreen.tap(195, 400)
  await expect.poll(() => page.getByRole('slider', { name: 'Go to page' }).getAttribute('dir')).toBe('rtl')
})

test('a chapter whose style sheet the book lacks is read like any other', async () => {
  const { page } = await open('reduce', 1280)
  await page.route('**/c1.xhtml', async (route) => {
    const response = await route.fetch()
    const link = '<head><link rel="stylesheet" type="text/css" href="missing.css"/></head><body>'
    await route.fulfill({ response, body: (await response.text()).replace('<body>', link) })
  })
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=1`)
  await expect.poll(async () => (await pageOf(page))[0]).toBe(1)
  const chapter = page.frames().find((each) => each.url().endsWith('c1.xhtml'))
  expect(await chapter?.evaluate(() => document.styleSheets.length)).toBeGreaterThan(2)
  // Keys pressed inside the chapter reach the reader.
  await chapter?.locator('p').first().focus()
  await chapter?.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 't', bubbles: true })))
  await page.getByRole('dialog', { name: 'Contents' }).waitFor()
})

test('the system may change its theme while a book closes', async () => {
  const { page } = await open('reduce', 1280)
  await openChapter(page, 3)
  await expect.poll(() => filesOf(page)).toHaveLength(3)
  // The rest of the book is removed in the next frame, which may be late on a busy machine.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.keyboard.press('Escape')
  await page.waitForURL(`**/books/${id}`)
  await expect.poll(() => filesOf(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForTimeout(300)
})

test('chapters that were read are forgotten', async () => {
  const { page } = await open()
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  const documents = async () => {
    await client.send('HeapProfiler.collectGarbage')
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'Documents')?.value
  }
  await openChapter(page, 1)
  for (const chapter of [2, 3, 4, 5, 6]) {
    await goToLastPage(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => footOf(page)).toContain(`Position ${chapter} of 6`)
    await expect.poll(() => filesOf(page)).toHaveLength(chapter === 6 ? 2 : 3)
  }
  // Besides the documents that every page has: the chapters on screen and before it, and one about to be removed.
  await expect.poll(documents).toBeLessThan(6)
})
