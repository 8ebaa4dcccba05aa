import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright-core'
import { closeBrowser, openBrowser } from '../scripts/browser.ts'
import { writeSmallLibrary } from '../scripts/demo/library.ts'
import { apiClient, freePort, startServer, waitUntilAnalysed } from '../scripts/demo/server.ts'
import { makeManual } from '../test/fixtures/make-manual.ts'
import { median } from './harness/compare.ts'

/**
 * `npm run bench -- readers`: what reading costs in a browser. Opens a comic, an EPUB, a PDF and a PDF of 5,000 pages, turns
 * `--turns` pages of each, and says how long the longest task of the page's main thread was and what a turn took, both in
 * processor time, which other work on the machine does not change, and how much memory was in use at the end.
 */
const { values } = parseArgs({ options: { turns: { type: 'string', default: '100' } } })
const turns = Number(values.turns)
const account = { username: 'ada', password: 'a quiet reading room' }

type Reading = { name: string; title: string; keys: string[] }
const readings: Reading[] = [
  { name: 'comic, 120 pages', title: 'The Long Way Home', keys: [] },
  { name: 'EPUB', title: 'A History of Rain', keys: [] },
  { name: 'PDF, paged', title: 'Manual', keys: ['z', 'c'] },
  { name: 'PDF of 5,000 pages, scrolled', title: 'Large manual', keys: ['c', 'w'] },
]

/** Presses the key and waits until what it did has been drawn. */
const turnAndWait = `new Promise((resolve) => {
  const began = performance.now()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)))
})`

const server = await startServer(await freePort())
const browser = await openBrowser()
try {
  const library = join(server.folder, 'library')
  await writeSmallLibrary(library)
  await mkdir(join(library, 'Manuals'))
  await writeFile(join(library, 'Manuals', 'Manual.pdf'), makeManual({ pages: 200, photosOn: [2, 9] }))
  await writeFile(join(library, 'Manuals', 'Large manual.pdf'), makeManual({ pages: 5000 }))
  const ask = apiClient(server.origin)
  await ask('POST', '/setup/initialize', account)
  await ask('POST', '/libraries', { name: 'Books', path: library, scanImmediately: true })
  await waitUntilAnalysed(ask)
  const { data } = await ask<{ data: { id: string; title: string }[] }>('GET', '/books?pageSize=100')
  const rows: Record<string, string>[] = []
  for (const reading of readings) {
    const book = data.find(({ title }) => title === reading.title)
    if (book) rows.push(await read(reading, `${server.origin}/read/${book.id}?incognito=1&page=1`))
  }
  console.table(rows)
} finally {
  await closeBrowser(browser)
  await server.close()
}

async function read({ name, keys }: Reading, address: string): Promise<Record<string, string>> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await context.request.post(`${server.origin}/api/v1/auth/login`, { data: account })
  const page = await context.newPage()
  const opening = await traced(page, async () => {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
  })
  for (const key of keys) await page.keyboard.press(key)
  await page.waitForLoadState('networkidle')
  const waits: number[] = []
  const turning = await traced(page, async () => {
    for (let turn = 0; turn < turns; turn++) {
      waits.push(await page.evaluate<number>(turnAndWait))
      await page.waitForTimeout(150)
    }
  })
  const { heap, nodes } = await weigh(await context.newCDPSession(page))
  await context.close()
  return {
    reader: name,
    'longest task while opening': `${opening.longest} ms`,
    'longest task while turning': `${turning.longest} ms`,
    'processor per turn': `${Math.round(turning.total / turns)} ms`,
    'frame after the key, median': `${Math.round(median(waits))} ms`,
    heap: `${(heap / 1e6).toFixed(1)} MB`,
    nodes: String(nodes),
    'load of the machine': loadavg()[0]?.toFixed(1) ?? '',
  }
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/** Tasks of the page's main thread in milliseconds of processor time: the longest, and all together. */
async function traced(page: Page, act: () => Promise<void>): Promise<{ longest: number; total: number }> {
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
    const thread = threadOf(event)
    const known = tasks.get(thread) ?? []
    known.push(event.tdur / 1000)
    tasks.set(thread, known)
  }
  const sum = (list: number[]) => list.reduce((all, each) => all + each, 0)
  const busiest = [...tasks.values()].sort((one, other) => sum(other) - sum(one))[0] ?? [0]
  return { longest: Math.round(Math.max(...busiest)), total: Math.round(sum(busiest)) }
}

async function weigh(client: CDPSession): Promise<{ heap: number; nodes: number }> {
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  const { nodes } = await client.send('Memory.getDOMCounters')
  return { heap: usedSize, nodes }
}
