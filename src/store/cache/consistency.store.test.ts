import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { listBooks } from '../book/list.ts'
import { readBooks } from '../book/read.ts'
import { makeTestViewer } from '../list/test-catalogue.fixture.ts'
import { type Db, openDatabase, type Tx } from '../open.ts'
import { findBookFile } from '../page/served-book-file.ts'
import { bumpRevisions } from '../revision.ts'
import { recountSeries, recountSeriesProgress } from '../series/recount.ts'
import { readSeriesMetadataForLists } from '../series/series-metadata-for-lists.ts'
import { sortKey } from '../text/sort-key.ts'
import { newUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'

const BOOKS = 12
const PEOPLE = 3

/** What the database holds, as plain values. Never changed: a write makes the next one. */
interface State {
  books: readonly { title: string; isThere: boolean; pages: readonly number[] }[]
  library: string
  locks: string
}

type Write =
  | { write: 'title'; book: number; to: string }
  | { write: 'presence'; book: number }
  | { write: 'progress'; book: number; person: number; page: number }
  | { write: 'library'; to: string }
  | { write: 'locks'; to: string }
type Read =
  | { read: 'page'; person: number; offset: number }
  | { read: 'unread'; person: number }
  | { read: 'views'; person: number }
  | { read: 'file'; person: number; book: number }
  | { read: 'extras'; person: number }
/** Writes come from this server or from another one over the same database. */
type Step = (Write & { elsewhere: boolean }) | Read

const book = fc.nat(BOOKS - 1)
const person = fc.nat(PEOPLE - 1)
const word = fc.stringMatching(/^[a-z]{1,6}$/)
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ write: fc.constant('title' as const), book, to: word }),
  fc.record({ write: fc.constant('presence' as const), book }),
  fc.record({ write: fc.constant('progress' as const), book, person, page: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ write: fc.constant('library' as const), to: word }),
  fc.record({ write: fc.constant('locks' as const), to: word }),
)
const read: fc.Arbitrary<Read> = fc.oneof(
  fc.record({ read: fc.constant('page' as const), person, offset: fc.nat(BOOKS) }),
  fc.record({ read: fc.constant('unread' as const), person }),
  fc.record({ read: fc.constant('views' as const), person }),
  fc.record({ read: fc.constant('file' as const), person, book }),
  fc.record({ read: fc.constant('extras' as const), person }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(write, fc.boolean()).map(([one, elsewhere]) => ({ ...one, elsewhere })) },
  { weight: 3, arbitrary: read },
)
/** What each of several does one after the other; they do it side by side. */
const actors = fc.array(fc.array(step, { minLength: 3, maxLength: 12 }), { minLength: 3, maxLength: 6 })

onBothDatabases((open) => {
  it('a read during writes returns a state that was true between request and response', async () => {
    const { db, options } = await open()
    const world = await makeWorld(db, await openDatabase({ ...options, migrate: false }))
    try {
      await fc.assert(
        fc.asyncProperty(actors, async (all) => {
          await Promise.all(all.map((steps) => act(world, steps)))
          // Nobody writes any more: now only the newest state is right, for everyone.
          for (let one = 0; one < PEOPLE; one++) await act(world, finalReads(one))
        }),
        { numRuns: 12 },
      )
    } finally {
      await world.other.close()
    }
  })
})

const finalReads = (one: number): Read[] => [
  { read: 'page', person: one, offset: 0 },
  { read: 'unread', person: one },
  { read: 'views', person: one },
  { read: 'file', person: one, book: 0 },
  { read: 'extras', person: one },
]

interface World {
  db: Db
  other: Db
  books: { id: number; uid: Uint8Array }[]
  people: number[]
  series: number
  library: number
  /** Every state there was; the last one may not be committed yet. */
  states: State[]
  /** How many of them are committed for certain. */
  committed: number
  /** The end of the last write: the model needs one order of writes, which the readers know nothing of. */
  lastWrite: Promise<void>
}

async function makeWorld(db: Db, other: Db): Promise<World> {
  const made = await db.transaction(async (tx) => {
    const library = await makeLibrary(tx, { name: 'library' })
    const series = await makeSeries(tx, library)
    const books = []
    for (let n = 0; n < BOOKS; n++) books.push(await makeBook(tx, series, { title: `b${n}` }))
    const people = []
    for (let n = 0; n < PEOPLE; n++) people.push((await makeUser(tx)).id)
    await recountSeries(tx, [series.id])
    await bumpRevisions(tx, 'catalog', 'access')
    return { books: books.map(({ id, uid }) => ({ id, uid })), people, series: series.id, library: library.id }
  })
  const state: State = {
    books: made.books.map((_, n) => ({ title: `b${n}`, isThere: true, pages: made.people.map(() => 0) })),
    library: 'library',
    locks: '',
  }
  return { db, other, ...made, states: [state], committed: 1, lastWrite: Promise.resolve() }
}

async function act(world: World, steps: readonly Step[]): Promise<void> {
  for (const one of steps) await ('write' in one ? change(world, one) : look(world, one))
}

async function change(world: World, wanted: Write & { elsewhere: boolean }): Promise<void> {
  const turn = world.lastWrite.then(async () => {
    const before = world.states.at(-1)!
    const next = changed(before, wanted)
    world.states.push(next)
    await (wanted.elsewhere ? world.other : world.db).transaction((tx) => store(tx, world, wanted, next))
    world.committed = world.states.length
  })
  world.lastWrite = turn
  await turn
}

function changed(state: State, wanted: Write): State {
  if (wanted.write === 'library') return { ...state, library: wanted.to }
  if (wanted.write === 'locks') return { ...state, locks: wanted.to }
  const books = state.books.map((one, n) => {
    if (n !== wanted.book) return one
    if (wanted.write === 'title') return { ...one, title: `${wanted.to} ${n}` }
    if (wanted.write === 'presence') return { ...one, isThere: !one.isThere }
    return { ...one, pages: one.pages.with(wanted.person, wanted.page) }
  })
  return { ...state, books }
}

async function store(tx: Tx, world: World, wanted: Write, { books }: State): Promise<void> {
  if (wanted.write === 'library') {
    await tx.updateTable('library').set({ name: wanted.to }).where('id', '=', world.library).execute()
    return bumpRevisions(tx, 'catalog')
  }
  if (wanted.write === 'locks') {
    const locks = JSON.stringify([wanted.to])
    await tx.updateTable('series').set({ locks }).where('id', '=', world.series).execute()
    return bumpRevisions(tx, 'catalog')
  }
  const { id } = world.books[wanted.book]!
  const after = books[wanted.book]!
  if (wanted.write === 'progress') {
    const userId = world.people[wanted.person]!
    const row = { page: wanted.page, done: 0, percentage: 0.1, read_at: 1 }
    await tx
      .insertInto('progress')
      .values({ uid: newUid(), user_id: userId, book_id: id, series_id: world.series, started_at: 1, ...row })
      .onConflict((conflict) => conflict.columns(['user_id', 'book_id']).doUpdateSet(row))
      .execute()
    await recountSeriesProgress(tx, [world.series])
    return bumpRevisions(tx, `user:${userId}`)
  }
  if (wanted.write === 'title') {
    await tx
      .updateTable('book')
      .set({ title: after.title, sort_key: sortKey(after.title) })
      .where('id', '=', id)
      .execute()
  } else {
    const { class: own } = await tx
      .selectFrom('series')
      .select('class')
      .where('id', '=', world.series)
      .executeTakeFirstOrThrow()
    const presence = after.isThere ? { class: own, deleted_at: null } : { class: 0, deleted_at: 1 }
    await tx.updateTable('book').set(presence).where('id', '=', id).execute()
    await recountSeries(tx, [world.series])
    await recountSeriesProgress(tx, [world.series])
  }
  await bumpRevisions(tx, 'catalog')
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Reads as a request does, and holds each part of the answer against the states there were meanwhile. */
async function look(world: World, wanted: Read): Promise<void> {
  const { db, committed } = world
  // A request is taken up in a turn of the event loop after the one in which its sender learned of the last commit.
  await nextTurn()
  const userId = world.people[wanted.person]!
  const asOf = db.kind === 'postgres' ? await db.readRevisions('access', 'catalog', `user:${userId}`) : undefined
  const answer = await request(world, { ...viewers[wanted.person]!, userId, asOf }, wanted)
  const possible = world.states.slice(committed - 1)
  for (const part of Object.keys(answer)) {
    const states = possible.map((state) => JSON.stringify(expected(state, wanted)[part]))
    expect(states, `${wanted.read}, ${part}`).toContain(JSON.stringify(answer[part]))
  }
}

/** The same for all requests, as the authenticator gives them. */
const viewers = Array.from({ length: PEOPLE }, (_, n) => makeTestViewer(n))

/** Parts that each come of one question; several may be of different moments. */
type Answer = Record<string, unknown>

const byTitle = [{ field: 'title', direction: 'asc' }] as const

async function request({ db, books, series }: World, viewer: Viewer, wanted: Read): Promise<Answer> {
  const numberOf = (id: number) => books.findIndex((one) => one.id === id)
  if (wanted.read === 'page') {
    const { data, total } = await listBooks(db, viewer, { sort: [...byTitle] }, { offset: wanted.offset, limit: 4 })
    return { total, ids: data.map(({ id }) => numberOf(id)) }
  }
  if (wanted.read === 'unread') {
    const { total } = await listBooks(db, viewer, { filter: { readStatus: ['unread'] } }, { offset: 0, limit: 1 })
    return { total }
  }
  if (wanted.read === 'views') {
    const views = await readBooks(
      db,
      viewer,
      books.map(({ id }) => id),
    )
    return Object.fromEntries(
      views.flatMap(({ id, title, libraryName, progress }) => [
        [`title ${numberOf(id)}`, title],
        [`library ${numberOf(id)}`, libraryName],
        [`page ${numberOf(id)}`, progress?.page ?? 0],
      ]),
    )
  }
  if (wanted.read === 'file') {
    return { title: (await findBookFile(db, viewer, books[wanted.book]!.uid))?.title ?? 'gone' }
  }
  return { locks: (await readSeriesMetadataForLists(db, viewer, [series])).get(series)!.locks.join() }
}

function expected({ books, library, locks }: State, wanted: Read): Answer {
  const there = books.map((one, n) => ({ ...one, n })).filter(({ isThere }) => isThere)
  if (wanted.read === 'page') {
    const ordered = there.toSorted((a, b) => (sortKey(a.title) < sortKey(b.title) ? -1 : 1)).map(({ n }) => n)
    return { total: there.length, ids: ordered.slice(wanted.offset, wanted.offset + 4) }
  }
  if (wanted.read === 'unread') return { total: there.filter(({ pages }) => pages[wanted.person] === 0).length }
  if (wanted.read === 'views') {
    return Object.fromEntries(
      books.flatMap(({ title, pages }, n) => [
        [`title ${n}`, title],
        [`library ${n}`, library],
        [`page ${n}`, pages[wanted.person]],
      ]),
    )
  }
  if (wanted.read === 'file') return { title: books[wanted.book]!.isThere ? books[wanted.book]!.title : 'gone' }
  return { locks }
}
