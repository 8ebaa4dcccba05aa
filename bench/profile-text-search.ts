import { parseArgs } from 'node:util'
import { parseBookCondition } from '../src/catalog/filters/parse-book-condition.ts'
import { permissionsOfRole } from '../src/contract/permissions.ts'
import { searchText } from '../src/store/book-text/search.ts'
import { openDatabase } from '../src/store/open.ts'
import { bytesToUuid } from '../src/store/uid.ts'
import type { Viewer } from '../src/store/viewer.ts'
import { readVisibility } from '../src/store/visibility/read-visibility.ts'
import { seesEverything } from '../src/store/visibility/visible-classes.ts'
import { fillDatabase } from './fill-database.ts'
import { openProcessorClock } from './harness/processor-clock.ts'
import { fillTextIndex } from './sample-data/fill-text-index.ts'
import { textQuestions } from './sample-data/text-questions.ts'

/**
 * Searches inside the books of a large library, without HTTP: queries of every kind, in all books, in those of one
 * library and for a user who sees few. With --fill it fills an empty database first, which takes half an hour for ten
 * thousand books, and an hour with PostgreSQL.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    url: { type: 'string' },
    books: { type: 'string', default: '10000' },
    words: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '200' },
    limit: { type: 'string', default: '20' },
    only: { type: 'string' },
    fill: { type: 'boolean' },
    cpu: { type: 'boolean' },
  },
})
if (!values.data && !values.url) {
  throw new Error('usage: node bench/profile-text-search.ts --data DIR | --url postgres://… [--books N]')
}
// Filling takes longer than requests may.
const writes = values.fill ? 'inline' : 'thread'
const db = await openDatabase({ dataDir: values.data ?? '.', url: values.url ?? null, writes })
if (values.fill) {
  const first = await db.query.selectFrom('book').select('id').limit(1).executeTakeFirst()
  if (!first) await fillDatabase(db, { books: Number(values.books) })
  await fillTextIndex(db, Number(values.words), console.log)
}

const viewerWho = (sees: Viewer['sees']): Viewer => ({
  userId: 1,
  uid: '',
  username: 'ann',
  role: 'reader',
  permissions: new Set(permissionsOfRole.reader),
  sees,
  via: 'system',
})
const everybody = viewerWho(seesEverything)
const child = viewerWho(await readVisibility(db, { allowTagIds: [], denyTagIds: [], ageLimit: 6, allowUnrated: false }))
const library = await db.query.selectFrom('library').select('uid').orderBy('id').executeTakeFirstOrThrow()
const filter = parseBookCondition({ libraryId: { operator: 'is', value: bytesToUuid(library.uid) } })
/** With --cpu the CPU time, of all threads and of a database on this machine together, which other programs affect least. */
const now = values.cpu ? await openProcessorClock(db) : () => performance.now()
// Otherwise a busy machine would make the search give up sooner, and so cost less than it does.
if (values.cpu) performance.now = now
const all: number[] = []
const at = <T>(sorted: readonly T[], share: number): T =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
const places = [
  { where: '', viewer: everybody, filter: undefined },
  { where: ', in one library', viewer: everybody, filter },
  { where: ', who sees few', viewer: child, filter: undefined },
]
for (const { where, viewer, filter } of places) {
  for (const [kind, make] of Object.entries(textQuestions())) {
    const name = kind + where
    if (values.only && !name.includes(values.only)) continue
    const asked: { ms: number; query: string; total: string }[] = []
    for (let n = 0; n < Number(values.queries); n++) {
      const query = make()
      const began = now()
      const found = await searchText(db, viewer, { query, filter, limit: Number(values.limit), perBook: 3 })
      const total = `${found.total}${found.isTotalExact ? '' : '+'}`
      asked.push({ ms: now() - began, query, total })
    }
    asked.sort((a, b) => a.ms - b.ms)
    all.push(...asked.map(({ ms }) => ms))
    const times = [0.5, 0.95, 1].map((share) => at(asked, share).ms.toFixed(0).padStart(6))
    console.log(
      name.padEnd(50),
      ...times,
      ` ${at(asked, 0.5).total}, worst: ${asked.at(-1)!.query} ${asked.at(-1)!.total}`,
    )
  }
}
all.sort((a, b) => a - b)
console.log(`${all.length} searches: ${[0.5, 0.95, 0.99, 1].map((share) => at(all, share).toFixed(0)).join(', ')} ms`)
await db.close()
