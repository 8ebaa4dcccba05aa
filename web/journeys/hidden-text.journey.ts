import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Flow, frame, openWithChapter } from './changed-chapter.ts'
import { shownChapter } from './chapter-frame.ts'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
let id: string
beforeAll(async () => {
  server = await openSharedServer('unveiler')
  id = (await findBook(server, 'A History of Rain')).id
})
afterAll(() => server?.close())

const openWith = (page: Page, flow: Flow, body: string, css = '') =>
  openWithChapter(page, `${server.origin}/read/${id}?page=1`, { flow, body, css })

const sentences = Array.from({ length: 20 }, (_, at) => `<p>Sentence ${at} of the surveyors.</p>`).join('')

/** The number of paragraphs that can be read: on the page, of some size, and not on top of each other. */
const readable = (page: Page) =>
  frame(page)?.evaluate(() => {
    const drawn = [...document.querySelectorAll('p')].filter((each) =>
      each.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    const boxes = drawn.map((each) => each.getBoundingClientRect())
    const onPage = boxes.filter((box) => box.height > 9 && box.width > 50 && box.left >= 0 && box.right <= innerWidth)
    return new Set(onPage.map(({ top, left }) => `${Math.round(left)} ${Math.round(top)}`)).size
  })

test.each([
  ['is not displayed', 'paginated', '* { display: none !important }', ''],
  ['is not displayed by its body', 'scrolled', '', '<style>body { display: none !important }</style>'],
  ['lies on top of itself', 'paginated', 'p { position: fixed; top: 0 }', ''],
  ['has no size', 'scrolled', 'p { transform: scale(0) }', ''],
  ['is beside the page', 'paginated', 'p { transform: translateX(-4000px) }', ''],
  ['is many pages behind its heading', 'paginated', 'p { transform: translateX(9999px) }', '<h1>Far</h1>'],
  ['fades out', 'paginated', 'p { animation: fade 9s forwards } @keyframes fade { to { opacity: 0 } }', ''],
] as const)('text that %s is shown without the styles of the book, %s', async (_, flow, css, more) => {
  const { page } = await visit(server, { width: 820, height: 1000 })
  await openWith(page, flow, more + sentences, css)
  await expect.poll(() => readable(page)).toBe(20)
  expect(await frame(page)?.evaluate(() => getComputedStyle(document.querySelector('p') as Element).transform)).toBe(
    'none',
  )
})

test('the styles of a book stay that hides only some of its text', async () => {
  const { page } = await visit(server, { width: 820, height: 1000 })
  const contents = '<nav><ol><li>One</li></ol></nav><h2 class="gone">A hidden heading that is long</h2>'
  await openWith(page, 'paginated', contents + sentences, 'nav, .gone { display: none } p { margin-left: 30px }')
  await expect.poll(() => readable(page)).toBe(20)
  const styles = () => frame(page)?.evaluate(() => getComputedStyle(document.querySelector('p') as Element).marginLeft)
  expect(await styles()).toBe('30px')
})

test.each([
  'body { opacity: 0 !important }',
  'body { visibility: hidden !important }',
  '* { font-size: 1px !important }',
])('text that a book hides can be read: %s', async (css) => {
  const { page } = await visit(server, { width: 390, height: 844 })
  await openWith(page, 'paginated', '<p>The surveyors came back from the hills.</p>', css)
  const isReadable = () =>
    frame(page)?.evaluate(() => {
      const text = document.querySelector('p')
      const isShown = text?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      return isShown && Number.parseFloat(getComputedStyle(text!).fontSize) >= 8
    })
  await expect.poll(isReadable).toBe(true)
})

test('on a phone, vertical text scrolls sideways as it is', async () => {
  const { page } = await visit(server, { width: 390, height: 844 })
  const body = '<p>Rain fell on the harbour, and nobody came.</p>'.repeat(60)
  await openWith(page, 'scrolled', body, 'html { writing-mode: vertical-rl }')
  // The scroller hands it over to the paginator, which can scroll sideways.
  await page.locator('foliate-paginator').waitFor()
  const mode = () => frame(page)?.evaluate(() => getComputedStyle(document.body).writingMode)
  await expect.poll(mode).toBe('vertical-rl')
  const start = () =>
    page.evaluate(() => (document.querySelector('foliate-paginator') as HTMLElement & { start: number }).start)
  await page.mouse.move(195, 400)
  await page.mouse.wheel(0, 200)
  await expect.poll(start).toBe(200)
  await page.keyboard.press('ArrowDown')
  await expect.poll(start).toBeGreaterThan(300)
  // Turned on at its end, the wheel goes to the next chapter.
  const chapter = async () => (await shownChapter(page))?.url().match(/c\d\.xhtml/)?.[0]
  expect(await chapter()).toBe('c1.xhtml')
  const turnOn = async () => {
    for (let turns = 0; turns < 5; turns++) await page.mouse.wheel(0, 300)
    return chapter()
  }
  await expect.poll(turnOn).toBe('c2.xhtml')
})
