import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Flow, frame, openWithChapter } from './changed-chapter.ts'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
let id: string
beforeAll(async () => {
  server = await openSharedServer('typesetter')
  id = (await findBook(server, 'A History of Rain')).id
})
afterAll(() => server?.close())

const openWith = (page: Page, flow: Flow, body: string, css = '') =>
  openWithChapter(page, `${server.origin}/read/${id}?page=1`, { flow, body, css })

const columns = ['Temperature', 'Circumference', 'Administration', 'Classification', 'Measurement', 'Approximation']
const row = (name: 'th' | 'td') => `<tr>${columns.map((each) => `<${name}>${each}</${name}>`).join('')}</tr>`
const variables = Array.from({ length: 40 }, (_, at) => `<mi>x</mi><mo>+</mo><mn>${at}</mn>`).join('')
const wideBody = `
  <div class="made-for-print">
    <p id="text">${'The surveyors measured the ridge. '.repeat(12)}</p>
    <table id="wide">${row('th')}${row('td').repeat(60)}</table>
    <p>So <math id="formula" xmlns="http://www.w3.org/1998/Math/MathML"><mrow>${variables}</mrow></math> it is.</p>
    <table id="narrow"><tr><td>1</td><td>https://example.org/${'very-long/'.repeat(12)}</td></tr></table>
    <p>The end.</p>
  </div>`
const printCss = `
  html { height: 100%; overflow: hidden } body { display: flex; columns: 2; position: absolute; left: 80px; padding: 0 90px; height: 100%; }
  .made-for-print { width: 1300px; min-width: 900px }`

test('wide tables, formulas and boxes stay readable on a phone, in pages and scrolling', async () => {
  for (const flow of ['paginated', 'scrolled'] as const) {
    const { page } = await visit(server, { width: 390, height: 844 })
    await openWith(page, flow, wideBody, printCss)
    const measured = () =>
      frame(page)?.evaluate(() => {
        const find = (selector: string) => document.querySelector(selector) as HTMLElement
        const widest = (selector: string) =>
          Math.max(...[...find(selector).getClientRects()].map(({ width }) => Math.round(width)))
        const words = document.createRange()
        const linesOf = (cell: Element) => {
          words.selectNodeContents(cell)
          return words.getClientRects().length
        }
        return {
          widths: ['#text', '#wide', '#formula', '#narrow'].map((each) => widest(each) <= 390),
          isText: widest('#text') > 250,
          lines: Math.max(...[...document.querySelectorAll('#wide th')].map(linesOf)),
          scrolls: [find('#wide'), find('#formula')].map((each) => each.scrollWidth > each.clientWidth * 2),
          narrowScrolls: find('#narrow').hasAttribute('data-wide'),
        }
      })
    const isReadable = { widths: [true, true, true, true], isText: true, lines: 1, scrolls: [true, true] }
    await expect.poll(measured).toEqual({ ...isReadable, narrowScrolls: false })

    // The arrow keys scroll the focused element first, and turn the page only at its end.
    await frame(page)?.locator('#wide').focus()
    const scrolled = () => frame(page)?.evaluate(() => document.querySelector('#wide')?.scrollLeft ?? 0)
    await page.keyboard.press('ArrowRight')
    await expect.poll(scrolled).toBeGreaterThan(0)
    if (flow === 'scrolled') continue
    // Content that is scrolled out of view doesn't add pages.
    const pages = () =>
      frame(page)?.evaluate(() => {
        const last = Math.max(...[...document.body.getClientRects()].map(({ right }) => right))
        return { isLast: innerWidth - last < 390, isWhole: innerWidth >= last }
      })
    await expect.poll(pages).toEqual({ isLast: true, isWhole: true })
  }
})

const notes = `
  <p>First<sup><a href="#d1" id="r1">1</a></sup>, second<a class="footnote-ref" href="#d2">2</a>,
  third<sup><a href="#p3">3</a></sup>, sixth <a href="#p6" id="r6">[6]</a>, the same <a href="#p6">[6]</a>, fourth<sup><a href="#p4" id="r4">4</a></sup>, <a href="#far">5</a>,
  seventh <a href="#p7">[7]</a>, eighth <a href="#p8">†</a>.</p>
  <dl><dt><a id="d1" href="#r1">1</a></dt><dd>Of the <em>first</em>.</dd><dd>And more.</dd>
  <dt>2</dt><dd id="d2">Of the second.</dd></dl>
  <p id="p3">3. Of the third.</p>
  <p><a id="p4" href="#r4">4</a>. Of the fourth.</p><p>Its second paragraph.</p><p><a id="p5" href="#r5">5</a>. Another.</p>
  <p id="p6"><a href="#r6">[6]</a> Of the sixth.</p>
  <p><a id="p7"></a>[7] Of the seventh.</p>
  <p id="p8">† Of the eighth.</p>
  <p id="far">Not a note at all.</p>`

test('notes in lists of terms, without a way back and in several paragraphs open beside their mark', async () => {
  const { page } = await visit(server)
  await openWith(page, 'paginated', notes)
  const read = async (mark: string, at = 0) => {
    await frame(page)?.locator('p a', { hasText: mark }).nth(at).click()
    const note = page.getByRole('dialog', { name: new RegExp(`^Footnote \\[?${mark}`) })
    const text = (await note.locator('section').textContent()) ?? ''
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    return text.replace(/\s+/g, ' ').trim()
  }
  expect(await read('1')).toBe('Of the first.And more.')
  expect(await read('2')).toBe('Of the second.')
  expect(await read('3')).toBe('3. Of the third.')
  expect(await read('4')).toBe('Of the fourth.Its second paragraph.')
  // A note with two references links back to the first.
  for (const at of [0, 1]) expect(await read('6', at)).toBe('Of the sixth.')
  expect(await read('7')).toBe('[7] Of the seventh.')
  expect(await read('†')).toBe('† Of the eighth.')
  await frame(page)?.locator('p a', { hasText: '5' }).first().click()
  await page.getByRole('button', { name: /^Back to page/ }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a link to write to somebody or to call is offered as such, without a new tab', async () => {
  const { page } = await visit(server)
  const links = `<p><a href="mailto:ada%20b@example.org?subject=Rain">write</a> <a href="tel:+49-30-123">call</a> about the rain in the harbour.</p>`
  await openWith(page, 'paginated', links)
  for (const [link, name, href] of [
    ['write', 'ada b@example.org', 'mailto:ada%20b@example.org?subject=Rain'],
    ['call', '+49-30-123', 'tel:+49-30-123'],
  ]) {
    await frame(page)?.locator('a', { hasText: link }).click()
    const dialog = page.getByRole('dialog', { name: 'This link leaves the book' })
    await dialog.getByText(name ?? '', { exact: true }).waitFor()
    const open = dialog.getByRole('link', { name: 'Open' })
    expect([await open.getAttribute('href'), await open.getAttribute('target')]).toEqual([href, null])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})

const square = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><circle cx="450" cy="450" r="400" fill="teal"/></svg>')}`
const pictures = `<p>Here is the map of the island.</p><p style="text-align: center"><img src="${square}" alt="A map" style="width: 200px"/></p>`

test('a picture is enlarged by a double tap, a click or a key, and the book stays where it was', async () => {
  const phone = await visit(server, { width: 390, height: 844 })
  await openWith(phone.page, 'paginated', pictures)
  const viewer = (page: Page) => page.getByRole('dialog', { name: 'A map' })
  const middleOf = async (page: Page) => {
    await expect.poll(async () => (await frame(page)?.locator('img').boundingBox())?.width).toBe(200)
    const box = await frame(page)?.locator('img').boundingBox()
    return [(box?.x ?? 0) + 100, (box?.y ?? 0) + 100] as const
  }
  const at = await middleOf(phone.page)
  await phone.page.touchscreen.tap(...at)
  await phone.page.touchscreen.tap(...at)
  await viewer(phone.page).waitFor()
  await expect.poll(async () => (await viewer(phone.page).locator('img').boundingBox())?.width).toBe(390)
  await viewer(phone.page).getByRole('button', { name: 'Close' }).click()
  await viewer(phone.page).waitFor({ state: 'detached' })

  const { page } = await visit(server)
  await openWith(page, 'paginated', pictures)
  await page.mouse.click(...(await middleOf(page)))
  await viewer(page).waitFor()
  await page.keyboard.press('Escape')
  await viewer(page).waitFor({ state: 'detached' })
  await page.keyboard.press('i')
  const width = async () => (await viewer(page).locator('img').boundingBox())?.width ?? 0
  await expect.poll(width).toBe(800)
  await page.keyboard.press('+')
  await expect.poll(width).toBe(1000)
  await page.keyboard.press('Escape')
  await viewer(page).waitFor({ state: 'detached' })
  await page.getByText('Position 1 of 5').first().waitFor()
})

test('turning a page of a very long chapter asks only for what is near', async () => {
  const { page } = await visit(server)
  const paragraphs = Array.from({ length: 4000 }, (_, at) => `<p>Paragraph ${at} of the long chapter.</p>`)
  const lines = Array.from({ length: 1800 }, (_, at) => `Line ${at} of the long paragraph.<br/>`)
  await openWith(page, 'paginated', `<div>${paragraphs.join('')}</div><p>${lines.join('')}</p>`)
  await page.getByText(/^Position 1 of/).waitFor()
  const pageNow = () =>
    page.evaluate(() => (document.querySelector('foliate-paginator') as HTMLElement & { page: number }).page)
  await expect.poll(pageNow).toBe(1)
  await frame(page)?.evaluate(() => {
    const { getBoundingClientRect } = Element.prototype
    Element.prototype.getBoundingClientRect = function () {
      document.documentElement.dataset.asked = String(Number(document.documentElement.dataset.asked ?? 0) + 1)
      return getBoundingClientRect.call(this)
    }
  })
  await page.keyboard.press('ArrowRight')
  await expect.poll(pageNow).toBe(2)
  const asked = await frame(page)?.evaluate(() => Number(document.documentElement.dataset.asked))
  expect(asked).toBeGreaterThan(20)
  expect(asked).toBeLessThan(1000)
  // What the browser checks on every page before painting: sixty groups with their own boxes instead of 3,600 lines.
  const groups = () =>
    frame(page)?.evaluate(() => {
      const boxes = [...document.querySelectorAll('p > inline-group')].map((each) => getComputedStyle(each).paddingTop)
      return { count: boxes.length, haveBoxes: boxes.every((padding) => padding !== '0px') }
    })
  expect(await groups()).toEqual({ count: 60, haveBoxes: true })

  // Turning back from the next chapter leads to the end of this one: the text there stays on the page in any size.
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'North' }).click()
  const chapter = (file: string) => page.frames().find((each) => each.url().includes(file))
  await expect
    .poll(() => chapter('c5.xhtml')?.evaluate(() => document.body?.textContent.length ?? 0))
    .toBeGreaterThan(20)
  await page.getByText('Position 5 of 5').first().waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByText('Position 4 of 5').first().waitFor()
  await page.evaluate(() => {
    const shown = [...document.querySelectorAll('foliate-paginator')].find((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    ) as HTMLElement & { render: () => void }
    shown.addEventListener('relocate', (event) => {
      const { range, index } = (event as CustomEvent<{ range: Range | null; index: number }>).detail
      if (index === 3) document.body.dataset.words = String(range ?? '').trim()
    })
    shown.render()
  })
  const words = () => page.evaluate(() => document.body.dataset.words ?? '')
  await expect.poll(words).not.toBe('')
  const atTop = (await words()).slice(0, 30)
  for (const size of [17.6, 19.2, 20.8, 22.4, 24, 25.6]) {
    await page.keyboard.press('+')
    const sizeNow = () => chapter('c4.xhtml')?.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    await expect.poll(sizeNow).toBe(`${size}px`)
  }
  await expect.poll(words).toContain(atTop)
})

test.each([
  ['in the middle of the screen', '', 0],
  ['in its column beside text', `<p>${'The island from the north. '.repeat(20)}</p>`, -100],
])('a picture is shown %s', async (_, text, offset) => {
  const { page } = await visit(server)
  await openWith(
    page,
    'paginated',
    `<div><img src="${square}" alt="A map of the island, far off" height="300"/></div><p>A map, drawn by the surveyors.</p>${text}`,
  )
  await page.getByText(/^Position 1 of/).waitFor()
  const offCenter = () =>
    frame(page)?.evaluate(() => {
      const { left, width } = document.querySelector('img')?.getBoundingClientRect() ?? new DOMRect()
      return left + width / 2 - innerWidth / 2
    })
  if (offset === 0) await expect.poll(async () => Math.abs((await offCenter()) ?? 999)).toBeLessThan(5)
  else await expect.poll(offCenter).toBeLessThan(offset)
})

const trapped = `<div class="screen"><h1>In a box</h1>${'<p>The surveyors came back from the hills, and nobody asked them why.</p>'.repeat(60)}</div>`

test.each([
  ['of one screen', '.screen { height: 100%; overflow: auto } html, body { height: 100% }'],
  ['with a fixed height', '.screen { max-height: 300px; overflow-y: hidden }'],
  ['out of the flow', '@media screen { .screen { position: absolute; top: 0; left: 0; width: 100% } }'],
])('text in a box %s is read to its end', async (_, css) => {
  const { page } = await visit(server, { width: 390, height: 844 })
  await openWith(page, 'paginated', trapped, css)
  await page.getByText(/^Position 1 of/).waitFor()
  const pages = () =>
    page.evaluate(() => (document.querySelector('foliate-paginator') as HTMLElement & { pages: number }).pages - 2)
  await expect.poll(pages).toBeGreaterThan(5)
  const width = () => frame(page)?.evaluate(() => document.querySelector('p')?.getBoundingClientRect().width)
  expect(await width()).toBeLessThan(390)
})

test('columns of a book that go on beside the page become text that is read page by page', async () => {
  const { page } = await visit(server, { width: 1440, height: 900 })
  await openWith(page, 'paginated', trapped, '.screen { columns: 3; height: 300px }')
  await page.getByText(/^Position 1 of/).waitFor()
  const measured = () =>
    frame(page)?.evaluate(() => {
      const boxes = [...document.querySelectorAll('p')].flatMap((each) => [...each.getClientRects()])
      const narrowest = Math.min(...boxes.map(({ width }) => width))
      const last = Math.max(...boxes.map(({ right }) => right))
      return { isWide: narrowest > 300, isWhole: last <= innerWidth && last > innerWidth - 1440 }
    })
  await expect.poll(measured).toEqual({ isWide: true, isWhole: true })
})

test.each(['paginated', 'scrolled'] as const)(
  'a frame that a book draws around its page is left out, %s',
  async (flow) => {
    const { page } = await visit(server, { width: 820, height: 900 })
    await openWith(
      page,
      flow,
      wideBody,
      'body { border: 40px solid #eee; outline: 2px solid; box-shadow: 0 0 9px #000 }',
    )
    await page.getByText(/^Position 1 of/).waitFor()
    const drawn = () =>
      frame(page)?.evaluate(() => {
        const { borderWidth, outlineWidth, outlineStyle, boxShadow } = getComputedStyle(document.body)
        return [borderWidth, outlineStyle === 'none' ? '0px' : outlineWidth, boxShadow]
      })
    await expect.poll(drawn).toEqual(['0px', '0px', 'none'])
  },
)

const forPaper = `.set-in { margin: 0 60px } .set-in p { margin: 0 2in; font-size: 12pt; white-space: nowrap }
  .moved { position: relative; left: 300px }`

test.each(['paginated', 'scrolled'] as const)(
  'on a phone, margins made for paper leave room for the words, %s',
  async (flow) => {
    const { page } = await visit(server, { width: 390, height: 844 })
    const text = 'The surveyors measured. '.repeat(30)
    const body = `<div class="set-in"><p>${text}</p></div><p class="moved">Aside.</p><iframe src="not-there.xhtml"></iframe>`
    await openWith(page, flow, body, forPaper)
    const measured = () =>
      frame(page)?.evaluate(() => {
        const text = document.querySelector('p') as HTMLElement
        // One box per page, if the text spans several.
        const width = text.getClientRects()[0]?.width ?? 0
        return {
          isWide: width > 240 && width < 390,
          size: getComputedStyle(text).fontSize,
          moved: Number.parseFloat(getComputedStyle(document.querySelector('.moved') as Element).left) < 20,
          frames: document.querySelectorAll('iframe').length,
        }
      })
    await expect.poll(measured).toEqual({ isWide: true, size: '16px', moved: true, frames: 0 })
    await page.keyboard.press('+')
    await expect.poll(async () => (await measured())?.size).toBe('17.6px')
    await page.keyboard.press('t')
    await page.getByRole('button', { name: 'North' }).click()
    const chapter = () => page.frames().find((each) => each.url().includes('c5.xhtml'))
    const heading = () => chapter()?.locator('h1').boundingBox()
    // A jump target isn't covered by the bars, which end there.
    if (flow === 'scrolled') await expect.poll(async () => (await heading())?.y ?? 0).toBeGreaterThan(89)
  },
)

test('cells beside a long one start at its top, not in the middle of an empty screen', async () => {
  const long = 'The surveyors measured the ridge. '.repeat(30)
  const body = `<table><tr><td id="short">Ridge</td><td>${long}</td></tr><tr><td id="usual">One</td><td>Two<br/>lines</td></tr></table>
    <table id="wide"><tr>${columns.map((each) => `<td>${each}</td>`).join('')}<td>${long}</td></tr></table>`
  for (const flow of ['paginated', 'scrolled'] as const) {
    const { page } = await visit(server, { width: 390, height: 844 })
    await openWith(page, flow, body)
    const alignments = () =>
      frame(page)?.evaluate(() =>
        ['#short', '#usual', '#wide td'].map((cell) => getComputedStyle(document.querySelector(cell)!).verticalAlign),
      )
    await expect.poll(alignments).toEqual(['top', 'middle', 'top'])
    await page.context().close()
  }
})

test.each(['paginated', 'scrolled'] as const)(
  'a chapter that the file lacks says so, and reading goes on: %s',
  async (flow) => {
    const { page } = await visit(server, { width: 390, height: 844 })
    const missing = {
      error: 'not_found',
      message: 'The book doesn’t contain this file.',
      reason: { code: 'file_not_in_book' },
    }
    await page.route('**/c1.xhtml', (route) => route.fulfill({ status: 404, json: missing }))
    await page.route('**/c1.xhtml?page', (route) =>
      route.fulfill({
        contentType: 'application/xhtml+xml',
        body: '<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title></head><body></body></html>',
      }),
    )
    await page.addInitScript((wanted) => localStorage.setItem('lectern-reader-epub', `{"flow":"${wanted}"}`), flow)
    await page.goto(`${server.origin}/read/${id}?page=1`)
    await expect.poll(() => frame(page)?.evaluate(() => document.body?.textContent)).toBe(missing.message)
    const next = () => page.frames().find((each) => each.url().includes('c2.xhtml'))
    const isNextInView = () =>
      next()?.evaluate(() => {
        const host = (window.frameElement!.getRootNode() as ShadowRoot).host ?? window.frameElement!
        return host.checkVisibility({ visibilityProperty: true }) && document.body.textContent.length > 20
      })
    if (flow === 'paginated') {
      expect(await isNextInView()).not.toBe(true)
      await page.keyboard.press('ArrowRight')
    }
    await expect.poll(isNextInView).toBe(true)
  },
)

test('vertical text in a box becomes vertical pages, as if the whole chapter was set so', async () => {
  const { page } = await visit(server, { width: 390, height: 844 })
  const body = `<div class="main"><div>${'<p>Rain fell on the harbour, and nobody came.</p>'.repeat(200)}</div></div>`
  await openWith(page, 'paginated', body, '.main { writing-mode: vertical-rl }')
  const isOnPages = () =>
    frame(page)?.evaluate(() => {
      const boxes = [...document.querySelectorAll('p')].map((each) => each.getBoundingClientRect())
      return boxes.every(({ left, right }) => left >= 0 && right <= innerWidth) && boxes.at(-1)!.top > 1000
    })
  await expect.poll(isOnPages).toBe(true)
})
