import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startNginx } from '../baseline/nginx.ts'
import type { BenchContext, Benchmark } from '../harness/bench.ts'
import { compare, type Speed } from '../harness/compare-under-load.ts'
import { type Lectern, startLectern } from '../harness/lectern.ts'
import type { RequestToSend } from '../harness/load-driver.ts'
import { throughputRow } from '../harness/throughput-row.ts'
import { allBooks, waitUntilTasksDone } from '../harness/wait-until-done.ts'
import { makeSampleFiles, type SampleFiles } from '../sample-data/sample-files.ts'

/** Pages of every kind of book compared with bare servers that serve the same bytes as files. */
export const pages: Benchmark = {
  name: 'pages',
  about: 'Pages, covers and chapters',
  async run(bench) {
    const samples = await makeSampleFiles(bench.folder)
    const lectern = await startLectern(bench.tempFolder('pages'), ['--library', join(samples.folder, 'library')])
    try {
      await waitUntilTasksDone(lectern)
      await measurePages(bench, lectern, samples)
      await measureOthers(bench, lectern)
    } finally {
      await lectern.stop()
    }
  },
}

async function measurePages(bench: BenchContext, lectern: Lectern, samples: SampleFiles): Promise<void> {
  const { driver, sizes, bare, row } = bench
  const books = await allBooks(lectern)
  const requestsFor = (start: string, more: Record<string, string> = {}): RequestToSend[] => {
    const book = books.find(({ filePath }) => filePath.includes(start))!
    const headers = { ...lectern.key, ...more }
    return Array.from({ length: samples.pages }, (_, page) => {
      return { path: `/api/v1/books/${book.id}/pages/${page + 1}`, headers }
    })
  }
  copyFileSync(samples.page, join(bare.folder, 'page.jpg'))
  const nginx = await startNginx(bare.folder, bench.tempFolder('nginx'))
  try {
    const speed = await compare(
      driver,
      {
        bare: { subject: bare.files, asks: [{ path: '/page.jpg' }] },
        nginx: nginx && { subject: nginx, asks: [{ path: '/page.jpg' }] },
        stored: { subject: lectern, asks: requestsFor('Stored') },
        deflated: { subject: lectern, asks: requestsFor('Deflated', { 'accept-encoding': 'gzip' }) },
        inflated: { subject: lectern, asks: requestsFor('Deflated') },
        rar: { subject: lectern, asks: requestsFor('Rar') },
        pdf: { subject: lectern, asks: requestsFor('Pdf') },
        resized: {
          subject: lectern,
          asks: requestsFor('Stored').map((ask) => ({ ...ask, path: `${ask.path}?width=800` })),
        },
      },
      sizes,
    )
    const best = nginx && speed.nginx
    const beside = best
      ? { what: 'nginx, same bytes', speed: best }
      : { what: 'bare http server, same bytes', speed: speed.bare }
    const addRow = (
      name: Exclude<keyof typeof speed, 'bare' | 'nginx'>,
      what: string,
      wanted: Parameters<typeof throughputRow>[4],
    ) => row(throughputRow('pages', what, speed[name], beside, wanted))
    addRow('stored', `page of a CBZ, stored, ${Math.round(speed.bare.bytesEach / 1000)} kB`, {
      target: { of: 'ratio', atLeast: 0.4 },
      bound: { atLeast: 0.05 },
    })
    const stored = { what: 'the same page stored', speed: speed.stored }
    const max = { target: { of: 'ratio', atLeast: 0.9 } } as const
    row(throughputRow('pages', 'page of a CBZ, deflated, to a client that takes gzip', speed.deflated, stored, max))
    addRow('inflated', 'page of a CBZ, deflated, to any other client, inflated before', { bound: { atLeast: 0.01 } })
    addRow('rar', 'page of a CBR, unpacked before', { bound: { atLeast: 0.01 } })
    addRow('pdf', 'page of a PDF, drawn before', { bound: { atLeast: 0.004 } })
    addRow('resized', 'page at another width, made before', { bound: { atLeast: 0.01 } })
  } finally {
    await nginx?.stop()
  }
}

/** Covers and chapters are small, so here the work around the bytes dominates. */
async function measureOthers({ driver, sizes, bare, row }: BenchContext, lectern: Lectern): Promise<void> {
  const books = await allBooks(lectern)
  const comics = books.filter(({ fileFormat }) => fileFormat === 'cbz')
  const novel = books.find(({ fileFormat }) => fileFormat === 'epub')!
  const manifest = await lectern.ask<{ readingOrder: { href: string }[] }>(`/api/v1/books/${novel.id}/manifest`)
  const chapters = manifest.readingOrder.map(
    ({ href }) => new URL(href, `http://x/api/v1/books/${novel.id}/manifest`).pathname,
  )
  const headers = lectern.key
  const covers = comics.map(({ id }): RequestToSend => ({ path: `/api/v1/books/${id}/thumbnail`, headers }))
  for (const [name, ask] of [
    ['cover.jpg', covers[0]!.path],
    ['chapter.xhtml', chapters[0]!],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${lectern.port}${ask}`, { headers })
    if (!answer.ok) throw new Error(`${ask}: ${answer.status}`)
    writeFileSync(join(bare.folder, name), await answer.bytes())
  }
  const speed = await compare(
    driver,
    {
      cover: { subject: lectern, asks: covers },
      bareCover: { subject: bare.files, asks: [{ path: '/cover.jpg' }] },
      chapter: { subject: lectern, asks: chapters.map((path) => ({ path, headers })) },
      bareChapter: { subject: bare.files, asks: [{ path: '/chapter.xhtml' }] },
    },
    sizes,
  )
  const beside = (baseline: Speed) => ({ what: 'bare http server, same bytes', speed: baseline })
  row(throughputRow('pages', 'thumbnail of a book', speed.cover, beside(speed.bareCover), { bound: { atLeast: 0.03 } }))
  row(
    throughputRow('pages', 'chapter of an EPUB', speed.chapter, beside(speed.bareChapter), {
      bound: { atLeast: 0.02 },
    }),
  )
}
