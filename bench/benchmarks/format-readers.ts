import { fileURLToPath } from 'node:url'
import type { Benchmark } from '../harness/bench.ts'
import { runChild } from '../harness/child.ts'

interface Seen {
  comic: number
  bareComic: number
  novel: number
  bareNovel: number
  analysed: number
  grown: number
  page: number
  barePage: number
  covers: number
  bareCovers: number
  /** Milliseconds of CPU time per megabyte. */
  kepub: number
  bareMarkup: number
}

/** The format readers without a server, on one core. */
export const formatReaders: Benchmark = {
  name: 'formats',
  about: 'Reading files',
  async run({ sizes, folder, row }) {
    const script = fileURLToPath(new URL('../profile-format-readers.ts', import.meta.url))
    const args = ['--expose-gc', script, '--out', folder, '--count', String(sizes.analysed / 4)]
    if (sizes.name === 'quick') args.push('--rounds', '4')
    const seen = JSON.parse(await runChild(args)) as Seen
    row({
      part: 'formats',
      what: 'analysing a CBZ of 200 pages',
      measured: { value: seen.comic, unit: '/s' },
      baseline: { what: 'reading the file', value: seen.bareComic, unit: '/s' },
      target: { of: 'measured', atLeast: 300 },
      bound: { atLeast: 0.1 },
    })
    row({
      part: 'formats',
      what: 'analysing an EPUB',
      measured: { value: seen.novel, unit: '/s' },
      baseline: { what: 'reading the file', value: seen.bareNovel, unit: '/s' },
      target: { of: 'measured', atLeast: 150 },
      bound: { atLeast: 0.001 },
    })
    row({
      part: 'formats',
      what: `memory more after ${seen.analysed.toLocaleString('en')} files`,
      measured: { value: Math.max(0, seen.grown), unit: 'MB' },
      target: { of: 'measured', atMost: 40 },
    })
    row({
      part: 'formats',
      what: 'page of a CBZ by index',
      measured: { value: seen.page, unit: '/s' },
      baseline: { what: 'bare positioned read', value: seen.barePage, unit: '/s' },
      target: { of: 'ratio', atLeast: 0.9 },
    })
    row({
      part: 'formats',
      what: 'thumbnails of a page, both sizes',
      measured: { value: seen.covers, unit: '/s' },
      baseline: { what: 'bare sharp, both sizes', value: seen.bareCovers, unit: '/s' },
      bound: { atLeast: 0.25 },
    })
    row({
      part: 'formats',
      what: 'a megabyte of text with the spans of a Kobo',
      measured: { value: seen.kepub, unit: 'ms' },
      baseline: { what: 'reading its markup', value: seen.bareMarkup, unit: 'ms' },
      target: { of: 'measured', atMost: 500 },
      bound: { atMost: 20 },
    })
  },
}
