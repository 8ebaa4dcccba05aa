import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchContext, Benchmark } from '../harness/bench.ts'
import { runChild } from '../harness/child.ts'

/** The output of `bench/profile-scan.ts`. */
interface Seen {
  books: number
  booksPerSecond: number
  cpuMsPerBook: number
  bareWalkMs: number
  readAlonePerSecond: number
  rescanMs: number
  rescanToWalk: number
  peakMegabytes: number
}

/** First scans with analysis, and scans of unchanged folders. */
export const scan: Benchmark = {
  name: 'scan',
  about: 'Scans',
  async run(bench) {
    let smallest: Seen | undefined
    for (const files of bench.sizes.files) {
      const dir = await ensureSampleLibrary(bench, files)
      for (const withCovers of smallest ? [false] : [false, true]) {
        bench.say(`scanning ${files.toLocaleString('en')} files${withCovers ? ', with thumbnails' : ''}`)
        const args = [script('profile-scan'), '--dir', dir, ...(withCovers ? [] : ['--no-covers'])]
        const seen = JSON.parse(await runChild(args)) as Seen
        tellScan(bench, seen, withCovers, smallest)
        smallest ??= seen
      }
    }
  },
}

/** A tree of small real files, created once. */
export async function ensureSampleLibrary({ folder, say }: BenchContext, files: number): Promise<string> {
  const dir = join(folder, `tree-${files}`)
  if (existsSync(dir)) return dir
  say(`making ${files.toLocaleString('en')} files`)
  rmSync(`${dir}.part`, { recursive: true, force: true })
  await runChild([script('make-sample-library'), '--books', String(files), '--dir', `${dir}.part`])
  renameSync(`${dir}.part`, dir)
  return dir
}

function script(name: string): string {
  return fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
}

function tellScan({ row }: BenchContext, seen: Seen, withCovers: boolean, smallest: Seen | undefined): void {
  const files = `${seen.books.toLocaleString('en')} files`
  const more = { ...seen }
  row({
    part: 'scan',
    what: `first scan with analysis${withCovers ? ' and thumbnails' : ''}, ${files}`,
    measured: { value: seen.booksPerSecond, unit: '/s' },
    baseline:
      withCovers && smallest
        ? { what: 'without thumbnails', value: smallest.booksPerSecond, unit: '/s' }
        : { what: 'only reading the files, on one core', value: seen.readAlonePerSecond, unit: '/s' },
    target: { of: 'measured', atLeast: withCovers ? 40 : 150 },
    bound: { atLeast: withCovers ? 0.06 : 0.01 },
    note: `${seen.cpuMsPerBook.toFixed(1)} ms of processor time a book`,
    more,
  })
  if (withCovers) return
  if (smallest) {
    row({
      part: 'scan',
      what: `a scan of ${files} beside one of ${smallest.books.toLocaleString('en')}, processor time a book`,
      measured: { value: 1000 / seen.cpuMsPerBook, unit: '/s' },
      baseline: {
        what: `${smallest.books.toLocaleString('en')} files`,
        value: 1000 / smallest.cpuMsPerBook,
        unit: '/s',
      },
      target: { of: 'ratio', atLeast: 0.8 },
    })
  }
  row({
    part: 'scan',
    what: `scan again, nothing changed, ${files}`,
    measured: { value: seen.rescanMs, unit: 'ms' },
    baseline: { what: 'bare walk with stat', value: seen.bareWalkMs, unit: 'ms' },
    // Walking a few hundred files takes no time at all, while starting a scan takes some.
    target: seen.books >= 5000 ? { of: 'ratio', atMost: 3 } : undefined,
    bound: { atMost: seen.books >= 5000 ? 12 : 40 },
  })
  row({
    part: 'scan',
    what: `memory peak of the scans, ${files}`,
    measured: { value: seen.peakMegabytes, unit: 'MB' },
    target: { of: 'measured', atMost: 500 },
  })
}
