import { parseArgs } from 'node:util'
import { parseSeriesCondition } from '../src/catalog/filters/parse-series-condition.ts'
import { permissionsOfRole } from '../src/contract/permissions.ts'
import { listOnDeck } from '../src/store/book/home-rows.ts'
import { listBooks } from '../src/store/book/list.ts'
import { type Db, openDatabase } from '../src/store/open.ts'
import { listSeries } from '../src/store/series/list.ts'
import type { Viewer } from '../src/store/viewer.ts'
import { readVisibility } from '../src/store/visibility/read-visibility.ts'
import { seesEverything } from '../src/store/visibility/visible-classes.ts'
import { presentBook } from '../src/surfaces/present/book.ts'
import { presentSeries } from '../src/surfaces/present/series.ts'

/**
 * Lists as the API returns them, without HTTP, on databases of several sizes, one round after the other so that a busy
 * machine affects all of them alike. Prints the median of each and its ratio to the smallest database; with `--cpu` in
 * milliseconds of CPU time, all threads together, which other processes affect least.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true },
    url: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '60' },
    cpu: { type: 'boolean' },
    only: { type: 'string' },
  },
})
const databases = [
  ...(values.data ?? []).map((dataDir) => ({ dataDir })),
  ...(values.url ?? []).map((url) => ({ dataDir: '.', url })),
]
if (databases.length === 0) throw new Error('usage: node bench/profile-lists.ts --data DIR … --url postgres://… …')

const first = { limit: 50, offset: 0 }
const genre = (value: string) => ({ genre: { operator: 'is', value } })
const condition = (...allOf: object[]) => parseSeriesCondition({ allOf })

interface Subject {
  db: Db
  viewer: Viewer
  child: Viewer
  total: number
}

type Question = (subject: Subject, round: number) => Promise<unknown>

const books = async (subject: Subject, viewer: Viewer, query: Parameters<typeof listBooks>[2], rows = first) => {
  const { data, total } = await listBooks(subject.db, viewer, query, rows)
  return JSON.stringify({ data: data.map((view) => presentBook(view, viewer)), total })
}
const series = async (subject: Subject, query: Parameters<typeof listSeries>[2], rows = first) => {
  const { data, total } = await listSeries(subject.db, subject.viewer, query, rows)
  return JSON.stringify({ data: data.map(presentSeries), total })
}
const searched = ['night', 'dragon king', 'the', 'd', '進撃', 'ocean mirror', 'stor', '7', 'gaiman', 'winter 12']

const questions: Record<string, Question> = {
  'books by title, page 1': (s) => books(s, s.viewer, {}),
  'books by created desc': (s) => books(s, s.viewer, { sort: [{ field: 'created_at', direction: 'desc' }] }),
  'books by release date desc': (s) => books(s, s.viewer, { sort: [{ field: 'release_date', direction: 'desc' }] }),
  'books by last read desc': (s) => books(s, s.viewer, { sort: [{ field: 'last_read', direction: 'desc' }] }),
  'books by series': (s) => books(s, s.viewer, { sort: [{ field: 'series', direction: 'asc' }] }),
  'books by number': (s) => books(s, s.viewer, { sort: [{ field: 'number', direction: 'asc' }] }),
  'books by title, restricted': (s) => books(s, s.child, {}),
  'books, middle page': (s, round) =>
    books(s, s.viewer, {}, { limit: 50, offset: Math.floor(s.total / 2) - 50 * (round % 40) }),
  'books, last page': (s) => books(s, s.viewer, {}, { limit: 50, offset: s.total - 50 }),
  'books, genre 36 %': (s) =>
    books(s, s.viewer, { filter: { series: { facet: 'genre', test: { op: 'is', value: 'action' } } } }),
  'books, genre 1 %': (s) =>
    books(s, s.viewer, { filter: { series: { facet: 'genre', test: { op: 'is', value: 'philosophy' } } } }),
  'books, page count > 210': (s) =>
    books(s, s.viewer, { filter: { number: 'pageCount', test: { op: 'gt', value: 210 } } }),
  'books, title contains': (s) =>
    books(s, s.viewer, { filter: { text: 'title', test: { op: 'contains', value: 'château 3' } } }),
  'books, unread': (s) => books(s, s.viewer, { filter: { readStatus: ['unread'] } }),
  'on deck': async (s) => (await listOnDeck(s.db, s.viewer, {}, first)).data.length,
  'series by name': (s) => series(s, {}),
  'series, genre and status': (s) =>
    series(s, { filter: condition(genre('Drama'), { status: { operator: 'is', value: 'ended' } }) }),
  'series, two genres': (s) => series(s, { filter: condition(genre('Action'), genre('Comedy')) }),
  'series, publisher and unread': (s) =>
    series(s, {
      filter: condition(
        { publisher: { operator: 'is', value: 'publisher 3' } },
        { readStatus: { operator: 'is', value: 'unread' } },
      ),
    }),
  'series, rare tag and year': (s) =>
    series(s, {
      filter: condition({ tag: { operator: 'is', value: 'tag 500' } }, { year: { operator: 'gt', value: 1990 } }),
    }),
  'search books (kept)': (s) => books(s, s.viewer, { search: 'night' }),
  'search books (each new)': (s, round) =>
    books(s, s.viewer, { search: `${searched[round % searched.length]}${' '.repeat(round)}.` }),
  'search series (each new)': (s, round) =>
    series(s, { search: `${searched[round % searched.length]}${' '.repeat(round)}.` }),
  'search with a slip': (s, round) => books(s, s.viewer, { search: `dragn${' '.repeat(round)}` }),
}

const clock = values.cpu ? processorTime : () => performance.now()
const subjects: Subject[] = []
for (const database of databases) subjects.push(await subjectOf(database))
const times = new Map<string, number[][]>()
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [name, question] of Object.entries(questions)) {
    if (values.only && !name.includes(values.only)) continue
    const rows = times.get(name) ?? subjects.map(() => [])
    times.set(name, rows)
    for (const [index, subject] of subjects.entries()) {
      const began = clock()
      await question(subject, round)
      rows[index]!.push(clock() - began)
    }
  }
}
console.log(['', ...subjects.map((one) => `${one.total}`), 'ratio', 'worst'].join('\t'))
for (const [name, rows] of times) {
  const medians = rows.map((row) => median(row.slice(3)))
  const worst = Math.max(...rows.at(-1)!)
  const ratio = medians.at(-1)! / medians[0]!
  console.log([name.padEnd(30), ...medians.map((one) => one.toFixed(2)), ratio.toFixed(1), worst.toFixed(0)].join('\t'))
}
for (const { db } of subjects) await db.close()

async function subjectOf(database: { dataDir: string; url?: string }): Promise<Subject> {
  const db = await openDatabase(database)
  const user = await db.query.selectFrom('user').select('id').orderBy('id').executeTakeFirstOrThrow()
  const viewerOf = (sees: Viewer['sees']): Viewer => ({
    userId: user.id,
    uid: '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90',
    username: 'ann',
    role: 'reader',
    permissions: new Set(permissionsOfRole.reader),
    sees,
    via: 'system',
  })
  const rights = { allowTagIds: [], denyTagIds: [3], ageLimit: 14, allowUnrated: true }
  const total = (await listBooks(db, viewerOf(seesEverything), {}, { limit: 1, offset: 0 })).total
  return { db, viewer: viewerOf(seesEverything), child: viewerOf(await readVisibility(db, rights)), total }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function median(list: number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!
}
