import type { Subject } from './compare-under-load.ts'
import type { Driver } from './load-driver.ts'
import type { NewRow } from './row.ts'

/** How much is measured. The long run takes most of an hour the first time, when its libraries are created. */
export interface Sizes {
  name: 'quick' | 'normal' | 'long'
  /** Rounds of a comparison, and the duration of each side. */
  rounds: number
  seconds: number
  /** Sizes of the databases that only contain rows, smallest first. */
  rows: readonly number[]
  /** Sizes of the scanned folders, smallest first. */
  files: readonly number[]
  /** Books whose stored pages are read in turn. */
  books: number
  /** EPUBs whose text is searched. */
  novels: { count: number; words: number }
  /** Books whose text is inserted directly into the index. */
  indexedTexts: { count: number; words: number }
  /** Files that are analysed while memory is measured. */
  analysed: number
  /** How often the server is started only to measure the start. */
  starts: number
  /** Between a start and the measurement of memory. The server releases memory after some five seconds without work. */
  restSeconds: number
}

export const sizes: Record<Sizes['name'], Sizes> = {
  quick: {
    name: 'quick',
    rounds: 3,
    seconds: 0.2,
    rows: [2000, 20_000],
    files: [300],
    books: 24,
    novels: { count: 20, words: 10_000 },
    indexedTexts: { count: 30, words: 10_000 },
    analysed: 200,
    starts: 1,
    restSeconds: 3,
  },
  normal: {
    name: 'normal',
    rounds: 5,
    seconds: 1,
    rows: [10_000, 100_000],
    files: [5000],
    books: 400,
    novels: { count: 200, words: 100_000 },
    indexedTexts: { count: 300, words: 100_000 },
    analysed: 2000,
    starts: 3,
    restSeconds: 45,
  },
  long: {
    name: 'long',
    rounds: 4,
    seconds: 0.6,
    rows: [10_000, 100_000, 1_000_000],
    files: [5000, 100_000],
    books: 400,
    novels: { count: 1000, words: 100_000 },
    indexedTexts: { count: 10_000, words: 100_000 },
    analysed: 10_000,
    starts: 3,
    restSeconds: 45,
  },
}

/** What every benchmark works with. */
export interface BenchContext {
  sizes: Sizes
  driver: Driver
  /** The folder of generated libraries and databases, kept between runs. */
  folder: string
  /** Empty routes and files without a library server. */
  bare: { routes: Subject; files: Subject; folder: string }
  /** For data that is deleted after this run. */
  tempFolder(name: string): string
  row(row: NewRow): void
  say(line: string): void
}

export interface Benchmark {
  name: string
  about: string
  run(bench: BenchContext): Promise<void>
}
