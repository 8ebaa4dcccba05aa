import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Results } from '../harness/results.ts'
import { besidePicture } from './beside-picture.ts'
import { growthPicture } from './growth-picture.ts'
import { tableOf } from './table.ts'

const headings: Record<string, { title: string; says: string }> = {
  list: {
    title: 'Lists, from ten thousand books on',
    says: 'Databases that only have rows, made by the benchmark: titles in six scripts, series of one to two thousand books, four libraries, a person who has read one book in twenty. Every question is put in a way that no kept answer fits, unless the line says otherwise.',
  },
  auth: { title: 'Knowing who asks', says: 'A request with a credential beside a route that does nothing.' },
  pages: {
    title: 'Pages',
    says: 'Pages of about 200 kB from every kind of book, beside the same bytes as files.',
  },
  stored: {
    title: 'Stored pages',
    says: 'Pages of 250 kB of comics that are not compressed, from few and from many books in turn, beside a bare Node server that keeps the same files open, reads the same bytes into buffers that it uses again, and does nothing else.',
  },
  feeds: { title: 'Feeds for reader apps', says: 'OPDS beside the JSON list of the same books.' },
  formats: { title: 'Reading files', says: 'The readers of formats alone, on one core, files in the page cache.' },
  covers: {
    title: 'Covers',
    says: 'WebP. The scan makes the small one; the others are made when they are first asked for, and kept.',
  },
  text: {
    title: 'Search inside books',
    says: 'EPUBs of 100,000 words each, made by the benchmark; words are as frequent as in a language. Up to three hits of a book, twenty in all.',
  },
  scan: { title: 'Scans', says: 'Small but real files; every book is opened and analysed.' },
  busy: {
    title: 'Reading while a scan runs',
    says: 'Four people turn pages while a library is scanned for the first time.',
  },
  writes: {
    title: 'Progress writes',
    says: 'Eight people turn pages of a hundred books, over SQLite: each write changes the position, its history and the sums of the series, and is answered when it is committed.',
  },
  moving: {
    title: 'Moving from another server',
    says: 'Komga’s database over the same books, three people who opened every one, a tenth of series and books edited by hand. Somebody asks for a list five times a second while it comes over.',
  },
  processes: {
    title: 'Two processes',
    says: 'One server with `server.processes: 2` beside one of a single process, 32 connections, on cores that whoever asks shares.',
  },
  readers: {
    title: 'Reading in a browser',
    says: 'Chromium without a graphics card; 500 turns of each book, an eighth of a second apart. Tasks are counted in processor time of the page’s main thread.',
  },
  start: { title: 'Start and rest', says: 'On a database that exists, with the web interface built.' },
}

/** Writes `docs/performance.md` and its pictures: what was measured, and the notes about it. */
export function writePerformance(docs: string, results: Results): void {
  const pictures = join(docs, 'pictures')
  mkdirSync(pictures, { recursive: true })
  const drawn = [
    ['speed-by-size.svg', 'Time of one answer at several sizes of library', growthPicture(results.rows)],
    ['speed-beside.svg', 'Answers per second beside bare servers', besidePicture(results.rows)],
  ] as const
  const shown = drawn.flatMap(([name, about, picture]) => {
    if (!picture) return []
    writeFileSync(join(pictures, name), picture)
    return [`![${about}](pictures/${name})`]
  })
  const { machine, rows } = results
  const missed = rows.filter((row) => row.met === false).length
  const tables = Object.entries(headings).flatMap(([part, { title, says }]) => {
    const own = rows.filter((row) => row.part === part)
    return own.length === 0 ? [] : [`## ${title}\n\n${says}\n\n${tableOf(own)}`]
  })
  const text = `# How fast it is

Measured by \`npm run bench -- --${results.run}\`, which starts the server as a user would, drives it from another process, and
sets every figure beside what the bare thing costs on the same machine in the same run. Only the ratios say something
about another machine. \`npm run bench -- --quick\` takes less than two minutes and only looks whether a ratio has collapsed.
This page is written by the benchmark (\`--write-docs\`); what stands at its end is kept in \`bench/report/notes.md\`.

${machine.cores} cores of ${machine.processor || 'an unknown kind'}, ${machine.memory} GB of memory, ${machine.platform}, Node ${machine.node.slice(1)}, ${results.at.slice(0, 10)}. The server and
whoever asks share these cores. Rate limits are off; everything else is as it comes. Throughput is the middle round of
several, with eight connections; times are medians with one connection unless a line says otherwise. "By cpu" is the same
ratio in processor time of the answering process, all its threads together, so of one core each.

${rows.length} figures, ${missed === 0 ? 'all targets met' : `${missed} of ${rows.filter((row) => row.met !== undefined).length} targets missed: they are told as such`}.

${shown.join('\n\n')}

${tables.join('\n\n')}

${readFileSync(join(import.meta.dirname, 'notes.md'), 'utf8').trimEnd()}
`
  writeFileSync(join(docs, 'performance.md'), text)
}
