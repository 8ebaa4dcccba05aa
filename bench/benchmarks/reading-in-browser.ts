import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { BrowserUnavailable, closeBrowser, openBrowser } from '../../scripts/browser.ts'
import { writeSmallLibrary } from '../../scripts/demo/library.ts'
import { makeManual } from '../../test/fixtures/make-manual.ts'
import { makeNovel } from '../../test/fixtures/make-novel.ts'
import type { BenchContext, Benchmark } from '../harness/bench.ts'
import { median } from '../harness/compare-under-load.ts'
import { account, type Lectern, startLectern } from '../harness/lectern.ts'
import { waitUntilTasksDone } from '../harness/wait-until-done.ts'

type Reading = {
  name: string
  title: string
  /** Pressed once the book is open. */
  keys: string[]
  /** The position, evaluated in the page: it changes when another page is on the screen. */
  place: string
  /** Whether the next book is offered. The other books are too long to be read to their end. */
  hasEnded?: string
  /** The simplest page that shows the same. */
  bare: 'pictures' | 'text'
}

const comicPlace = `document.querySelector('main img[alt^="Page"]')?.alt`
const pdfPlace = `document.querySelector('main > div')?.scrollTop + ' ' + [...document.querySelectorAll('main img')].map((one) => one.alt).join()`
const epubPlace = `document.querySelector('foliate-paginator')?.start + ' ' + document.querySelector('main > p')?.textContent`
const hasEnded = `document.querySelector('main a[href*="/read/"]')`
const readings: Reading[] = [
  { name: 'a comic', title: 'The Long Way Home', keys: [], place: comicPlace, hasEnded, bare: 'pictures' },
  { name: 'an EPUB', title: 'Novel', keys: [], place: epubPlace, bare: 'text' },
  { name: 'a PDF, page by page', title: 'Manual', keys: ['z', 'c'], place: pdfPlace, bare: 'pictures' },
  {
    name: 'a PDF of 5,000 pages, scrolled',
    title: 'Large manual',
    keys: ['c', 'w'],
    place: pdfPlace,
    bare: 'pictures',
  },
]

/** Page turns of each reading. At an end it turns back. */
const turnsFor = { quick: 40, normal: 500, long: 500 } as const
/** A reader looks at a page for at least this long; meanwhile the next one is prefetched. */
const LOOK_MS = 120
const MAX_TURN_MS = 5000

/** The cost of reading in a browser: the page turn, the longest task of the page's main thread, and memory. */
export const readingInBrowser: Benchmark = {
  name: 'readers',
  about: 'Reading in a browser',
  async run(bench) {
    const browser = await openBrowser().catch((error: unknown) => {
      if (!(error instanceof BrowserUnavailable)) throw error
      bench.say(`left out: ${error.message}`)
      return undefined
    })
    if (!browser) return
    const lectern = await startLectern(bench.tempFolder('readers'))
    try {
      const books = await fillLibrary(bench, lectern)
      for (const reading of readings) {
        const id = books.get(reading.title)
        if (!id) throw new Error(`no book "${reading.title}"`)
        await measureReading(bench, browser, lectern, reading, id)
      }
    } finally {
      await closeBrowser(browser)
      await lectern.stop()
    }
  },
}

/** Longer than the number of turns: at its end a reader waits for nothing. */
const chapters = Array.from({ length: 200 }, (_, chapter) =>
  Array.from(
    { length: 80 },
    (_, n) => `In chapter ${chapter} it rained for the ${n}th day, and nobody lit the lamps of the harbour.`,
  ).join('\n'),
)

async function fillLibrary(bench: BenchContext, lectern: Lectern): Promise<Map<string, string>> {
  const folder = bench.tempFolder('readers-library')
  await writeSmallLibrary(folder)
  mkdirSync(join(folder, 'Manuals'))
  writeFileSync(join(folder, 'Manuals', 'Manual.pdf'), makeManual({ pages: 600, photosOn: [2, 9] }))
  writeFileSync(join(folder, 'Manuals', 'Large manual.pdf'), makeManual({ pages: 5000 }))
  writeFileSync(join(folder, 'Manuals', 'Novel.epub'), makeNovel('Novel', chapters))
  await lectern.ask('/api/v1/libraries', {
    method: 'POST',
    body: { name: 'Books', path: folder, scanImmediately: true },
  })
  await waitUntilTasksDone(lectern)
  const { data } = await lectern.ask<{ data: { id: string; title: string }[] }>('/api/v1/books?pageSize=100')
  return new Map(data.map(({ id, title }) => [title, id]))
}

async function measureReading(bench: BenchContext, browser: Browser, lectern: Lectern, reading: Reading, id: string) {
  const origin = `http://127.0.0.1:${lectern.port}`
  const turns = turnsFor[bench.sizes.name]
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  try {
    await context.request.post(`${origin}/api/v1/auth/login`, { data: account })
    const bare = await turnBarePages(context, origin, id, reading.bare, Math.min(turns, 60))
    const page = await context.newPage()
    await page.goto(`${origin}/read/${id}?incognito=1&page=1`)
    await page.waitForLoadState('networkidle')
    for (const key of reading.keys) await page.keyboard.press(key)
    await page.waitForLoadState('networkidle')
    let waits: number[] = []
    const tasks = await traced(browser, page, async () => {
      waits = await page.evaluate<number[]>(turnPages(reading.place, turns, reading.hasEnded))
    })
    const heap = await heapOf(await context.newCDPSession(page))
    const part = 'readers'
    const sorted = waits.toSorted((one, other) => one - other)
    bench.row({
      part,
      what: `a turn of ${reading.name}, from the key to the picture`,
      measured: { value: median(waits), unit: 'ms' },
      baseline: { what: `bare ${reading.bare}`, value: median(bare), unit: 'ms' },
      target: { of: 'measured', atMost: 100 },
      more: { turns, p95: sorted[Math.floor(sorted.length * 0.95)], longest: sorted.at(-1) },
    })
    bench.row({
      part,
      what: `longest task while turning ${reading.name}`,
      measured: { value: tasks.longest, unit: 'ms' },
      target: { of: 'measured', atMost: 200 },
      note: `${turns} turns, ${(tasks.total / turns).toFixed(0)} ms of processor time each`,
    })
    bench.row({
      part,
      what: `memory of scripts after ${reading.name}`,
      measured: { value: heap / 1e6, unit: 'MB' },
      target: { of: 'measured', atMost: 200 },
    })
  } finally {
    await context.close()
  }
}

/**
 * Presses the key, waits until the position has changed and the frame was drawn, and looks at the page for a moment.
 */
function turnPages(place: string, turns: number, hasEnded = 'false'): string {
  return `(async () => {
    const waits = []
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const where = () => String(${place})
    let key = 'ArrowRight'
    let missed = 0
    for (let turn = 0; turn < ${turns}; turn++) {
      const [before, began] = [where(), performance.now()]
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      let waited = 0
      for (; where() === before && waited < ${MAX_TURN_MS}; waited = performance.now() - began) await frame()
      await frame()
      waits.push(performance.now() - began)
      missed = waited < ${MAX_TURN_MS} ? 0 : missed + 1
      if (missed === 3) throw new Error('the page does not turn; it says it is at ' + where())
      if (waited >= ${MAX_TURN_MS} || ${hasEnded}) {
        key = key === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
        waits.pop()
      }
      await new Promise((resolve) => setTimeout(resolve, ${LOOK_MS}))
    }
    return waits
  })()`
}

/** A page that only shows decoded pictures in turn, or moves a text in columns by its width. */
async function turnBarePages(
  context: BrowserContext,
  origin: string,
  bookId: string,
  kind: Reading['bare'],
  turns: number,
): Promise<number[]> {
  const page = await context.newPage()
  const html = kind === 'pictures' ? barePictures(bookId) : bareText
  await page.route('**/bare.html', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(`${origin}/bare.html`)
  await page.waitForFunction('window.isReady')
  const waits = await page.evaluate<number[]>(turnPages('window.place', turns))
  await page.close()
  return waits
}

const barePictures = (bookId: string) => `<body style="margin:0"><main></main><script>
  const pictures = [1, 2, 3].map((number) => {
    const image = new Image()
    image.src = '/api/v1/books/${bookId}/pages/' + number
    image.style.cssText = 'height: 100vh'
    return image
  })
  window.place = 0
  addEventListener('keydown', () => {
    window.place++
    document.querySelector('main').replaceChildren(pictures[window.place % 3])
  })
  Promise.all(pictures.map((each) => each.decode())).then(() => { window.isReady = true })
</script></body>`

const bareText = `<body style="margin:0"><main><iframe style="width:100vw;height:100vh;border:0"></iframe></main><script>
  const doc = document.querySelector('iframe').contentDocument
  doc.body.innerHTML = '<p>It rained over the harbour, and nobody lit the lamps. </p>'.repeat(3000)
  doc.body.style.cssText = 'margin:0; height:100vh; columns:100vw auto; column-gap:0; overflow:hidden'
  window.place = 0
  addEventListener('keydown', () => { doc.body.scrollLeft = ++window.place * innerWidth })
  window.isReady = true
</script></body>`

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/** Tasks of the page's main thread in milliseconds of CPU time, which other work on the machine doesn't affect. */
async function traced(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<{ longest: number; total: number }> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map((event) => threadOf(event)),
  )
  const tasks = new Map<string, number[]>()
  for (const event of traceEvents) {
    if (event.name !== 'RunTask' || !event.tdur || !mains.has(threadOf(event))) continue
    const known = tasks.get(threadOf(event)) ?? []
    known.push(event.tdur / 1000)
    tasks.set(threadOf(event), known)
  }
  const sum = (list: number[]) => list.reduce((all, each) => all + each, 0)
  const busiest = [...tasks.values()].sort((one, other) => sum(other) - sum(one))[0] ?? [0]
  return { longest: Math.max(...busiest), total: sum(busiest) }
}

async function heapOf(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  return usedSize
}
