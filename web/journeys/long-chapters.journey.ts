import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeNovel } from '../../test/fixtures/make-novel.ts'
import { fillServer } from './global-setup.ts'
import { findBook, type JourneyServer, openEmptyServer, visit } from './journey-server.ts'
import { footOf, pageOf } from './paginated-book.ts'

/** Letters that cannot be packed well: the length of a chapter is counted in the file. */
const wordsOf = (seed: number) =>
  Array.from({ length: 12 }, (_, at) => Math.abs(Math.sin(seed * 31 + at) * 1e9).toString(36)).join(' ')

const marks = (mark: (n: number) => string) => Array.from({ length: 6000 }, (_, index) => mark(index + 1)).join('')
const rest = 'the lamps of the harbour were lit, and it rained'
/** Chapters that are one element. */
const longElements = {
  Table: `<table>${marks((n) => `<tr><td>Mark ${n}x</td><td>${rest}</td></tr>`)}</table>`,
  Listing: `<pre>${marks((n) => `Mark ${n}x: ${rest}\n`)}</pre>`,
  List: `<ol>${marks((n) => `<li>Mark ${n}x, ${rest}.</li>`)}</ol>`,
  Paragraph: `<p>${marks((n) => `Mark ${n}x, ${rest}. `)}</p>`,
  Lines: marks((n) => `Mark ${n}x, <i>${rest}</i>.<br/>`),
}

let server: JourneyServer
beforeAll(async () => {
  server = await openEmptyServer()
  const long = Array.from({ length: 1300 }, (_, n) => `On the ${n + 1}th day the *surveyors* came back from the hills.`)
  await writeFile(join(server.library, 'Long.epub'), makeNovel('Long', ['It began.', long.join('\n'), 'It ended.']))
  const words = Array.from({ length: 4000 }, (_, n) => `Mile ${n + 1}, ${wordsOf(n)}.`)
  await writeFile(join(server.library, 'Miles.epub'), makeNovel('Miles', ['It began.', words.join('\n'), 'It ended.']))
  // Packs to almost nothing: its positions say nothing about its length.
  const echo = Array.from({ length: 9000 }, () => 'It rained, and nobody lit the lamps of the harbour.').join('\n')
  await writeFile(join(server.library, 'Echo.epub'), makeNovel('Echo', ['It began.', echo, 'It ended.']))
  const hours = Array.from(
    { length: 9000 },
    (_, n) => `Hour ${n + 1}x, the lamps of the harbour were lit, and it rained.`,
  )
  await writeFile(join(server.library, 'Hours.epub'), makeNovel('Hours', ['It began.', hours.join('\n'), 'It ended.']))
  const code = `<pre>${marks((n) => `<b>line</b> <i>${n}</i> <u>rain</u>\n`)}</pre>`
  await writeFile(join(server.library, 'Code.epub'), makeNovel('Code', ['It began.', { body: code }, 'It ended.']))
  for (const [title, body] of Object.entries(longElements))
    await writeFile(join(server.library, `${title}.epub`), makeNovel(title, ['It began.', { body }, 'It ended.']))
  await fillServer(server.ask, server.library)
})
afterAll(() => server?.close())

const open = async (width: number) => (await visit(server, { width, height: 844 })).page

/** Between two looks from outside, a chapter may be laid out as a whole: its steps are counted in the page. */
const countSteps = (page: Page) =>
  page.addInitScript(() => {
    const counter = window as { steps?: number }
    const observer = new MutationObserver(() => {
      counter.steps = (counter.steps ?? 0) + 1
    })
    observer.observe(document, { subtree: true, attributeFilter: ['data-later'] })
  })

const stepsSoFar = () => (window as { steps?: number }).steps

test('a long chapter is laid out in steps while nobody sees it, and has the same pages then', async () => {
  const page = await open(820)
  await countSteps(page)
  const { id: long } = await findBook(server, 'Long')
  await page.goto(`${server.origin}/read/${long}?incognito=1&page=1`)
  const chapter = () => page.frames().find((each) => each.url().endsWith('c2.xhtml'))
  const steps = () => chapter()?.evaluate(stepsSoFar)
  const hidden = () => chapter()?.evaluate(() => document.querySelectorAll('[data-later]').length)
  await expect.poll(steps).toBeGreaterThan(3)
  await expect.poll(hidden).toBe(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await pageOf(page))[1]).toBeGreaterThan(20)
  const [at, of] = await pageOf(page)
  expect(at).toBe(1)
  // Turning earlier shows all of it at once.
  await page.reload()
  await expect.poll(steps).toBeGreaterThan(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => pageOf(page)).toEqual([1, of])
  expect(await hidden()).toBe(0)
  await page.keyboard.press('End')
  await expect.poll(() => pageOf(page)).toEqual([1, 1])
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => pageOf(page)).toEqual([of, of])
})

test('a long chapter is laid out in steps where chapters are scrolled, too', async () => {
  const page = await open(820)
  await page.addInitScript(() => localStorage.setItem('lectern-reader-epub', '{"flow":"scrolled"}'))
  await countSteps(page)
  const { id: long } = await findBook(server, 'Long')
  await page.goto(`${server.origin}/read/${long}?incognito=1&page=1`)
  const chapter = () => page.frames().find((each) => each.url().endsWith('c2.xhtml'))
  const steps = () => chapter()?.evaluate(stepsSoFar)
  await expect.poll(steps).toBeGreaterThan(3)
  const hidden = () => chapter()?.evaluate(() => document.querySelectorAll('[data-later]').length)
  await expect.poll(hidden).toBe(0)
  // The frame is as high as all of its text.
  const heights = () =>
    chapter()?.evaluate(() => [innerHeight, Math.ceil(document.documentElement.getBoundingClientRect().height)])
  await expect.poll(async () => ((await heights()) ?? [0])[0]).toBeGreaterThan(5000)
  const [frame, text] = (await heights()) ?? []
  expect(frame).toBe(text)
})

test('a long chapter opens at the place one left, unseen until it is laid out, and pages turn in it', async () => {
  const long = (await findBook(server, 'Miles')).id
  const page = await open(900)
  await page.goto(`${server.origin}/read/${long}`)
  await page.getByText(/^Position 1 of/).waitFor()
  await page.keyboard.press('End')
  await expect.poll(() => footOf(page)).toMatch(/Position (\d+) of \1$/)
  // Straight into the middle, with the chapters around it still on their way.
  await page.goto(`${server.origin}/read/${long}?page=60&incognito=1`)
  await expect.poll(() => footOf(page)).toMatch(/Position (59|60) of/)
  const [left = 0, total] = await pageOf(page)
  expect(total).toBeGreaterThan(20)
  expect(left).toBeGreaterThan(1)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => pageOf(page)).toEqual([left + 1, total])
  await page.keyboard.press('Home')
  await expect.poll(() => footOf(page)).toContain('Position 1 of')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await pageOf(page))[1]).toBeGreaterThan(20)
  expect((await pageOf(page))[0]).toBe(1)
})

/** The numbers of the first and the last hour on the page. */
const hoursOnPage = (page: Page) =>
  page.evaluate(() => {
    const renderers = [...document.querySelectorAll('foliate-paginator')] as Renderer[]
    const renderer = renderers.find((each) => each.checkVisibility({ visibilityProperty: true }))
    const { doc } = renderer?.getContents()[0] ?? {}
    const box = renderer?.getBoundingClientRect()
    const frame = doc?.defaultView?.frameElement?.getBoundingClientRect()
    if (!doc || !box || !frame) return []
    const onPage = [...doc.querySelectorAll('p')].filter((each) => {
      const { left, width } = each.getBoundingClientRect()
      return width > 0 && frame.left + left >= box.left && frame.left + left < box.right
    })
    return [onPage[0], onPage.at(-1)].map((each) => Number(/\d+/.exec(each?.textContent ?? '')?.[0]))
  })

type Renderer = HTMLElement & {
  goTo(target: { index: number; anchor: number }): Promise<void>
  getContents(): { doc: Document; index: number }[]
}

const goToLastPageOfPart = (page: Page) =>
  page.evaluate(async () => {
    const renderers = [...document.querySelectorAll('foliate-paginator')] as Renderer[]
    const renderer = renderers.find((each) => each.checkVisibility({ visibilityProperty: true }))
    const index = renderer?.getContents()[0]?.index ?? 0
    await renderer?.goTo({ index, anchor: 1 })
  })

test('a very long chapter is laid out in parts, which one reads like one chapter', async () => {
  const page = await open(820)
  const { id } = await findBook(server, 'Hours')
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=2`)
  await expect.poll(async () => (await hoursOnPage(page))[0]).toBe(1)
  const frames = () => page.frames().filter((each) => each.url().endsWith('c2.xhtml'))
  const shown = () =>
    frames()[0]?.evaluate(() => [...document.querySelectorAll('p')].filter((p) => p.checkVisibility()).length)
  expect(await shown()).toBeLessThan(4000)
  expect(await frames()[0]?.evaluate(() => document.querySelectorAll('p').length)).toBe(9000)
  // From the last page of a part to the next one, and back.
  await expect.poll(() => frames().length).toBeGreaterThan(1)
  await goToLastPageOfPart(page)
  const [first = 0, last = 0] = await hoursOnPage(page)
  const [at, of] = await pageOf(page)
  expect(at).toBe(of)
  expect(last).toBeGreaterThan(1000)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await hoursOnPage(page))[0]).toBe(last + 1)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => hoursOnPage(page)).toEqual([first, last])
  // To words in another part.
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=1&find=${encodeURIComponent('Hour 7000x')}`)
  await expect.poll(async () => Math.abs(((await hoursOnPage(page))[0] ?? 0) - 7000)).toBeLessThan(60)
  const [from = 0, to = 0] = await hoursOnPage(page)
  expect(from <= 7000 && to >= 7000).toBe(true)
  // The very last page, from behind.
  await page.keyboard.press('End')
  await expect.poll(() => pageOf(page)).toEqual([1, 1])
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await hoursOnPage(page))[1]).toBe(9000)
})

test('the parts of a very long chapter follow each other where chapters are scrolled, too', async () => {
  const page = await open(820)
  await page.addInitScript(() => localStorage.setItem('lectern-reader-epub', '{"flow":"scrolled"}'))
  const { id } = await findBook(server, 'Hours')
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=1&find=${encodeURIComponent('Hour 7000x')}`)
  /** The hours on the screen, from all chapters and parts. */
  const hours = () =>
    page.evaluate(() =>
      ([...document.querySelectorAll('main iframe')] as HTMLIFrameElement[]).flatMap((frame) => {
        const { top } = frame.getBoundingClientRect()
        return [...(frame.contentDocument?.querySelectorAll('p') ?? [])].flatMap((each) => {
          const box = each.getBoundingClientRect()
          if (box.height === 0 || top + box.top < 0 || top + box.bottom > innerHeight) return []
          return Number(/\d+/.exec(each.textContent)?.[0])
        })
      }),
    )
  await expect.poll(hours).toContain(7000)
  const frames = page.frames().filter((each) => each.url().endsWith('c2.xhtml'))
  const shown = await frames[0]?.evaluate(
    () => [...document.querySelectorAll('p')].filter((p) => p.checkVisibility()).length,
  )
  expect(shown).toBeLessThan(4000)
  // Over the end of a part there is no gap.
  await page.evaluate(() => {
    const box = document.querySelector('main iframe')?.parentElement
    const view = box?.parentElement
    if (view && box) view.scrollTop = box.offsetTop + box.offsetHeight - innerHeight / 2
  })
  await expect.poll(async () => (await hours()).length).toBeGreaterThan(15)
  await expect
    .poll(async () => {
      const seen = await hours()
      return seen.every((each, index) => index === 0 || each === (seen[index - 1] ?? 0) + 1)
    })
    .toBe(true)
})

test('a chapter that packs to almost nothing is laid out in steps, too, however one comes to it', async () => {
  const page = await open(820)
  const { id } = await findBook(server, 'Echo')
  await countSteps(page)
  const chapter = () => page.frames().find((each) => each.url().endsWith('c2.xhtml'))
  const steps = () => chapter()?.evaluate(stepsSoFar)
  // Straight to it.
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=2`)
  await expect.poll(async () => (await pageOf(page))[1]).toBeGreaterThan(40)
  expect(await steps()).toBeGreaterThan(4)
  const [, of] = await pageOf(page)
  // By a turn, before there was time to lay it out.
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=1`)
  await page.getByText('Position 1 of').waitFor()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => pageOf(page)).toEqual([1, of])
  // What is left when the page is turned may be laid out at once: how much that is depends on the machine.
  expect(await steps()).toBeGreaterThan(1)
})

/** The numbers of the first and the last mark on the page, and how many are laid out. */
const marksOnPage = (page: Page) =>
  page.evaluate(() => {
    const renderers = [...document.querySelectorAll('foliate-paginator')] as Renderer[]
    const renderer = renderers.find((each) => each.checkVisibility({ visibilityProperty: true }))
    const { doc } = renderer?.getContents()[0] ?? {}
    const box = renderer?.getBoundingClientRect()
    const frame = doc?.defaultView?.frameElement?.getBoundingClientRect()
    if (!doc || !box || !frame) return undefined
    const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT)
    const range = doc.createRange()
    const marks: { node: Text; index: number; length: number; number: number }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const found of (node as Text).data.matchAll(/Mark (\d+)x/g))
        marks.push({ node: node as Text, index: found.index, length: found[0].length, number: Number(found[1]) })
    const placeOf = ({ node, index, length }: (typeof marks)[number]) => {
      range.setStart(node, index)
      range.setEnd(node, index + length)
      const { left, width } = range.getBoundingClientRect()
      if (width === 0) return 'hidden'
      return frame.left + left < box.left ? 'before' : frame.left + left < box.right ? 'here' : 'after'
    }
    // The browser takes long to find a place: what lies between two marks before or after this page, does so too.
    const here: number[] = []
    let laidOut = 0
    for (let start = 0; start < marks.length; start += 50) {
      const some = marks.slice(start, start + 50)
      const [first, last] = [some[0]!, some.at(-1)!].map(placeOf)
      const places = first === last && first !== 'here' ? some.map(() => first) : some.map(placeOf)
      laidOut += places.filter((place) => place !== 'hidden').length
      here.push(...some.filter((_, at) => places[at] === 'here').map(({ number }) => number))
    }
    return { first: here[0] ?? 0, last: here.at(-1) ?? 0, laidOut }
  })

for (const title of Object.keys(longElements))
  test(`a chapter that is one element is laid out in parts, too: ${title}`, async () => {
    const page = await open(820)
    const { id } = await findBook(server, title)
    await page.goto(`${server.origin}/read/${id}?incognito=1&page=2`)
    await expect.poll(async () => (await marksOnPage(page))?.first).toBe(1)
    // Cells take many times as long to lay out as the letters in them.
    expect((await marksOnPage(page))?.laidOut).toBeLessThan(title === 'Table' ? 600 : 4000)
    await goToLastPageOfPart(page)
    await expect.poll(async () => (await marksOnPage(page))?.last).toBeGreaterThan(100)
    const before = await marksOnPage(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await marksOnPage(page))?.first).toBe((before?.last ?? 0) + 1)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => marksOnPage(page)).toEqual(before)
    await page.goto(`${server.origin}/read/${id}?incognito=1&page=1&find=${encodeURIComponent('Mark 5000x')}`)
    const isThere = async () => {
      const { first = 0, last = 0 } = (await marksOnPage(page)) ?? {}
      return first <= 5000 && last >= 5000
    }
    await expect.poll(isThere).toBe(true)
  })

test('scrolling a listing of many thousand pieces measures only a few of them', async () => {
  const page = await open(820)
  await page.addInitScript(() => {
    localStorage.setItem('lectern-reader-epub', '{"flow":"scrolled"}')
    const counter = window as { measured?: number }
    const { getClientRects } = Range.prototype
    Range.prototype.getClientRects = function () {
      counter.measured = (counter.measured ?? 0) + 1
      return getClientRects.call(this)
    }
  })
  const { id } = await findBook(server, 'Code')
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=2`)
  const chapter = () => page.frames().find((each) => each.url().endsWith('c2.xhtml'))
  await expect.poll(() => chapter()?.evaluate(() => innerHeight)).toBeGreaterThan(5000)
  // To where many pieces are above.
  await page.evaluate(() => {
    const view = document.querySelector('main iframe')?.parentElement?.parentElement
    if (view) view.scrollTop = view.scrollHeight / 2
  })
  const measured = () => chapter()?.evaluate(() => (window as { measured?: number }).measured ?? 0)
  await expect.poll(measured).toBeGreaterThan(0)
  await page.waitForTimeout(1000)
  const before = (await measured()) ?? 0
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, 300)
  await expect.poll(measured).toBeGreaterThan(before)
  await page.waitForTimeout(500)
  expect(((await measured()) ?? 0) - before).toBeLessThan(200)
})
