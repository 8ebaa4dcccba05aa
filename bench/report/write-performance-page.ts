import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Results } from '../harness/results.ts'
import { comparisonChart } from './comparison-chart.ts'
import { growthChart } from './growth-chart.ts'
import { tableOf } from './table.ts'

const headings: Record<string, { title: string; says: string }> = {
  list: {
    title: 'Lists, from ten thousand books on',
    says: 'The benchmark fills a database with rows only: titles in six scripts, series of one to two thousand books, four libraries, and a person who has read one book in twenty. No request can be answered from a cache unless the row says so.',
  },
  auth: { title: 'Authentication', says: 'A request with credentials, compared with a route that does nothing.' },
  pages: {
    title: 'Pages',
    says: 'Pages of about 200 kB from every kind of book, compared with the same bytes served as files.',
  },
  stored: {
    title: 'Stored pages',
    says: 'Uncompressed comic pages of 250 kB, from few and from many books in turn, compared with a bare Node server that keeps the same files open, reads the same bytes into reused buffers, and does nothing else.',
  },
  feeds: { title: 'Feeds for reader apps', says: 'OPDS, compared with the JSON list of the same books.' },
  formats: { title: 'Reading files', says: 'Only the format readers, on one core, with the files in the page cache.' },
  covers: {
    title: 'Covers',
    says: 'In WebP. A scan creates the small one; larger ones are created on first request, then cached.',
  },
  text: {
    title: 'Search inside books',
    says: 'Generated EPUBs of 100,000 words each, with words as frequent as in a natural language. Up to three results per book, twenty in all.',
  },
  scan: { title: 'Scans', says: 'Small but real files. Every book is opened and analysed.' },
  busy: {
    title: 'Reading while a scan runs',
    says: 'Four people turn pages while a library is scanned for the first time.',
  },
  writes: {
    title: 'Progress writes',
    says: 'Eight people turn the pages of a hundred books, on SQLite. Each write changes the position, its history and the totals of the series, and is answered once it is committed.',
  },
  moving: {
    title: 'Moving from another server',
    says: 'A Komga database of the same books, with three people who have opened every book, and a tenth of the series and books edited by hand. During the import, someone requests a list five times a second.',
  },
  processes: {
    title: 'Two processes',
    says: 'One server with `server.processes: 2`, compared with a single process. 32 connections; the client runs on the same cores.',
  },
  readers: {
    title: 'Reading in a browser',
    says: 'Chromium without a graphics card, 500 page turns per book, an eighth of a second apart. Tasks are measured in processor time of the page’s main thread.',
  },
  start: { title: 'Start and idle', says: 'With an existing database, and the web interface built.' },
}

/** Writes `docs/performance.md` and its pictures: the results, and the notes about them. */
export function writePerformancePage(docs: string, results: Results): void {
  const pictures = join(docs, 'pictures')
  mkdirSync(pictures, { recursive: true })
  const drawn = [
    ['speed-by-size.svg', 'Time per request by library size', growthChart(results.rows)],
    ['speed-beside.svg', 'Requests per second compared with bare servers', comparisonChart(results.rows)],
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

Measured by \`npm run bench -- --${results.run}\`, which starts the server as a user would, sends requests from another process, and
compares every figure with a bare equivalent on the same machine in the same run. Only the ratios tell you anything
about another machine. \`npm run bench -- --quick\` takes less than two minutes and only checks that no ratio has collapsed.
The benchmark writes this page (\`--write-docs\`); the last sections come from \`bench/report/notes.md\`.

${machine.cores} cores of ${machine.processor || 'an unknown kind'}, ${machine.memory} GB of memory, ${machine.platform}, Node ${machine.node.slice(1)}, ${results.at.slice(0, 10)}. The server and
the client share these cores. Rate limits are off; everything else has its default. Throughput is the median of several
rounds with eight connections; times are medians with one connection unless a row says otherwise. "By cpu" is the same
ratio in processor time of the server process, all its threads together.

${rows.length} figures, ${missed === 0 ? 'all targets met' : `${missed} of ${rows.filter((row) => row.met !== undefined).length} targets missed (marked in the tables)`}.

${shown.join('\n\n')}

${tables.join('\n\n')}

${readFileSync(join(import.meta.dirname, 'notes.md'), 'utf8').trimEnd()}
`
  writeFileSync(join(docs, 'performance.md'), text)
}
