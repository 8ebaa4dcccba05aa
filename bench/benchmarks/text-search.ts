import type { BenchContext, Benchmark } from '../harness/bench.ts'
import { compare } from '../harness/compare-under-load.ts'
import { type Lectern, startLectern } from '../harness/lectern.ts'
import type { RequestToSend } from '../harness/load-driver.ts'
import { waitUntilTasksDone } from '../harness/wait-until-done.ts'
import { makeNovels } from '../sample-data/novels.ts'
import { textDataFolder } from '../sample-data/text-data-folder.ts'
import { textQuestions } from '../sample-data/text-questions.ts'

/** Search inside books: the time to index, the size of the index, and the speed of queries. */
export const textSearch: Benchmark = {
  name: 'text',
  about: 'Search inside books',
  async run(bench) {
    const { count, words: wordsEach } = bench.sizes.novels
    bench.say(`${count} novels of ${wordsEach.toLocaleString('en')} words`)
    const { folder, words } = makeNovels(bench.folder, count, wordsEach)
    const lectern = await startLectern(bench.tempFolder('text'))
    try {
      const body = { name: 'Novels', path: folder, scanImmediately: true }
      const { id } = await lectern.ask<{ id: string }>('/api/v1/libraries', { method: 'POST', body })
      await waitUntilTasksDone(lectern)
      await measureIndex(bench, lectern, id)
      await measureSearch(bench, lectern, words)
    } finally {
      await lectern.stop()
    }
    await measureLargeIndex(bench)
  },
}

async function measureIndex({ row }: BenchContext, lectern: Lectern, library: string): Promise<void> {
  await lectern.ask(`/api/v1/libraries/${library}`, { method: 'PATCH', body: { textSearch: true } })
  const seconds = await waitUntilTasksDone(lectern)
  const index = await lectern.ask<{ indexedBooks: number; words: number; bytes: number }>(
    `/api/v1/libraries/${library}/text-index`,
  )
  row({
    part: 'text',
    what: `words put into the index, ${index.indexedBooks.toLocaleString('en')} novels`,
    measured: { value: index.words / seconds, unit: '/s' },
  })
  row({
    part: 'text',
    what: 'index of a novel of 100,000 words',
    measured: { value: (index.bytes / index.words) * 100, unit: 'kB' },
    note: `${(index.bytes / index.words).toFixed(1)} bytes a word`,
  })
}

async function measureSearch({ driver, sizes, row }: BenchContext, lectern: Lectern, words: string[]): Promise<void> {
  const some = [0, 1, 2, 3, 4, 5, 6, 7]
  const at = (first: number, step = 1) => some.map((n) => words[first + n * step]!)
  const questions = {
    'a word that is everywhere': at(0),
    'two words': at(40, 7).map((word, n) => `${word} ${words[500 + n * 31]}`),
    'a rare word': at(20_000, 997),
    'a phrase': at(3).map((word, n) => `"${word} ${words[9 + n]}"`),
    'the beginning of a word': at(900, 53).map((word) => `${word.slice(0, 3)}*`),
    'one word without another': at(60, 5).map((word, n) => `${word} -${words[n + 2]}`),
  }
  for (const [what, queries] of Object.entries(questions)) {
    const { one } = await compare(
      driver,
      { one: { subject: lectern, asks: queries.map((query) => askFor(lectern, query)), connections: 1 } },
      { rounds: sizes.rounds, seconds: sizes.seconds },
    )
    row({
      part: 'text',
      what: `search for ${what}, p95`,
      measured: { value: one.p95, unit: 'ms' },
      target: { of: 'measured', atMost: 200 },
      more: { p50: one.p50, p99: one.p99 },
    })
  }
}

/** Words with the frequencies of real languages, in as many books as the largest libraries have. */
async function measureLargeIndex({ folder, sizes, driver, say, row }: BenchContext): Promise<void> {
  const { count } = sizes.indexedTexts
  const dataDir = await textDataFolder(folder, sizes.indexedTexts, say)
  const lectern = await startLectern(dataDir)
  try {
    for (const [kind, make] of Object.entries(textQuestions())) {
      const asks = Array.from({ length: QUERIES }, () => askFor(lectern, make()))
      const { p50, p95, p99 } = await driver.run({
        port: lectern.port,
        asks,
        connections: 1,
        seconds: 60,
        atMost: asks.length,
      })
      row({
        part: 'text',
        what: `search ${count.toLocaleString('en')} books for ${kind}, p95`,
        measured: { value: p95, unit: 'ms' },
        target: { of: 'measured', atMost: 200 },
        more: { p50, p99 },
      })
    }
  } finally {
    await lectern.stop()
  }
}

const QUERIES = 50

const askFor = (lectern: Lectern, query: string): RequestToSend => ({
  path: '/api/v1/search/text',
  method: 'POST',
  headers: lectern.key,
  body: { query, limit: 20, perBook: 3 },
})
