import { type Insertable, type Selectable, sql } from 'kysely'
import { randomNumbersFromSeed } from '../../../test/fixtures/random-numbers.ts'
import { makeBook, makeLibrary, makeSeries, makeUser, progressRow } from '../../../test/rows.ts'
import { permissionsOfRole } from '../../contract/permissions.ts'
import { linkStory } from '../facet/link-story.ts'
import { hideSeries } from '../hidden-series/hidden-series.ts'
import type { Db, Tx } from '../open.ts'
import { setFollowingSeries } from '../release/tracking.ts'
import { indexBooksForSearch, indexSeriesForSearch } from '../search/index-words.ts'
import { recountSeries, recountSeriesProgress } from '../series/recount.ts'
import type { Tables } from '../tables.ts'
import { facetKey } from '../text/fold-letters.ts'
import { bytesToUuid, newUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { readVisibility } from '../visibility/read-visibility.ts'
import { seesEverything, type ViewingRights, type Visibility } from '../visibility/visible-classes.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** A small catalogue with everything that a filter can test, and one reader's activity. The same on each run. */
export interface TestCatalogue {
  db: Db
  libraries: Row<'library'>[]
  series: (Row<'series'> & Linked & { collections: string[] })[]
  books: (Row<'book'> &
    Linked & { characters: string[]; readLists: string[]; errors: number; summary: string | null })[]
  users: Row<'user'>[]
  progress: Row<'progress'>[]
  ratings: Row<'user_rating'>[]
  wanted: Row<'want_to_read'>[]
  followed: Row<'series_follow'>[]
  hidden: Row<'hidden_series'>[]
  collections: Row<'collection'>[]
  readLists: Row<'read_list'>[]
  /** A reader who may see everything; their progress is in the rows. */
  viewer: Viewer
  viewerWith(rights: Partial<ViewingRights>): Promise<Viewer>
}

export interface Linked {
  genres: string[]
  tags: string[]
  people: { name: string; role: string }[]
}

export function makeTestViewer(userId: number, sees: Visibility = seesEverything): Viewer {
  return {
    userId,
    uid: '00000000-0000-7000-8000-000000000000',
    username: `user${userId}`,
    role: 'reader',
    permissions: new Set(permissionsOfRole.reader),
    sees,
    via: 'system',
  }
}

export async function makeTestCatalogue(db: Db, { seriesCount = 14, seed = 1 } = {}): Promise<TestCatalogue> {
  const random = randomNumbersFromSeed(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const some = <T>(from: readonly T[]): T[] => from.filter(() => random() < 0.3)
  const made = await db.transaction(async (tx) => {
    const users = [await makeUser(tx), await makeUser(tx)]
    const me = users[0]!
    const libraries = [await makeLibrary(tx, { name: 'Comics' }), await makeLibrary(tx, { name: 'Manga' })]
    const genres = await makeNames(tx, 'genre', GENRES)
    const tags = await makeNames(tx, 'tag', TAGS)
    const people = await makePeople(tx)
    const series: TestCatalogue['series'] = []
    const books: TestCatalogue['books'] = []
    for (let index = 0; index < seriesCount; index++) {
      const publisher = pick([...PUBLISHERS, null])
      const title = TITLES[index % TITLES.length]! + (index >= TITLES.length ? ` ${index}` : '')
      const row = await makeSeries(tx, pick(libraries), {
        title,
        title_sort: pick([null, null, `${title}, sorted`]),
        summary: pick(SUMMARIES),
        publisher,
        publisher_key: publisher && facetKey(publisher),
        status: pick(['ongoing', 'ended', 'hiatus', null]),
        age_rating: pick([null, 6, 12, 18]),
        language: pick(['en', 'ja', 'fr', null]),
        year: pick([null, 1999, 2001, 2001, 2015]),
        total_book_count: pick([null, 2, 5]),
        community_rating: pick([null, 3.5, 7, 8.25]),
        is_oneshot: pick([0, 0, 1]),
        files_changed_at: 1_700_000_000_000 + Math.floor(random() * 9) * DAY,
        created_at: 1_700_000_000_000 + Math.floor(random() * 5) * DAY,
        updated_at: 1_710_000_000_000 + Math.floor(random() * 5) * DAY,
      })
      const linked = { genres: some(GENRES), tags: some(TAGS), people: someone(some, pick) }
      await link(tx, 'series', row.id, linked, genres, tags, people)
      series.push({ ...row, ...linked, collections: [] })
      const count = 1 + Math.floor(random() * 7)
      for (let position = 1; position <= count; position++) {
        const bookTitle = pick([`${title} ${position}`, `Ｖｏｌｕｍｅ ${position}`, pick(TITLES), `${position}%_*?`])
        const deleted = random() < 0.1
        const book = await makeBook(tx, row, {
          title: bookTitle,
          title_sort: pick([null, null, 'Zz top']),
          number: pick([null, position, position, position + 0.5]),
          file_size: pick([1000, 2000, 3000]),
          file_name: `${pick(['a', 'B', 'é', '10', '9'])} ${pick(TITLES)}.cbz`,
          format: pick(['cbz', 'cbr', 'epub', 'pdf']),
          page_count: pick([0, 10, 20, 200]),
          year: pick([null, 1999, 2001]),
          release_date: pick([null, 20010101, 20150620]),
          language: pick(['en', 'ja', null]),
          book_type: pick(['manga', 'comic', null]),
          analyzed: pick([0, 1, 1]),
          analysis_error: index % 3 === 0 ? pick(['broken', 'broken', null]) : null,
          file_changed_at: 1_700_000_000_000 + Math.floor(random() * 9) * DAY,
          created_at: 1_700_000_000_000 + Math.floor(random() * 5) * DAY,
          updated_at: 1_710_000_000_000 + Math.floor(random() * 5) * DAY,
          ...(deleted ? { deleted_at: 5, class: 0 } : {}),
        })
        const ofBook = { genres: some(GENRES.slice(0, 2)), tags: some(TAGS), people: someone(some, pick) }
        await link(tx, 'book', book.id, ofBook, genres, tags, people)
        const characters = some(CHARACTERS)
        await linkStory(tx, db.kind, [{ bookId: book.id, story: { characters }, before: {} }])
        const summary = pick(SUMMARIES)
        const authors = JSON.stringify(ofBook.people)
        await tx.insertInto('book_meta').values({ book_id: book.id, summary, authors }).execute()
        const errors = random() < 0.15 ? 1 : 0
        if (errors) {
          await tx
            .insertInto('book_error')
            .values({ book_id: book.id, type: pick(['parser', 'zero_pages']), message: 'broken', occurred_at: 9 })
            .execute()
        }
        books.push({ ...book, ...ofBook, characters, readLists: [], errors, summary })
      }
    }
    const collections = [await makeList(tx, 'collection', null), await makeList(tx, 'collection', me.id)]
    const readLists = [await makeList(tx, 'read_list', null), await makeList(tx, 'read_list', users[1]!.id)]
    for (const one of series) {
      for (const list of some(collections)) {
        await tx
          .insertInto('collection_series')
          .values({ collection_id: list.id, series_id: one.id, position: 1 })
          .execute()
        one.collections.push(bytesToUuid(list.uid))
      }
    }
    for (const one of books) {
      for (const list of some(readLists)) {
        await tx.insertInto('read_list_book').values({ read_list_id: list.id, book_id: one.id, position: 1 }).execute()
        one.readLists.push(bytesToUuid(list.uid))
      }
      for (const user of users) {
        if (random() < 0.6) continue
        await tx
          .insertInto('progress')
          .values(progressOf(user.id, one, random))
          .execute()
      }
      if (random() < 0.2)
        await tx
          .insertInto('user_rating')
          .values(ratingOf(me.id, { book_id: one.id }, random))
          .execute()
      if (random() < 0.2) await want(tx, me.id, { book_id: one.id })
    }
    for (const one of series) {
      if (random() < 0.4)
        await tx
          .insertInto('user_rating')
          .values(ratingOf(me.id, { series_id: one.id }, random))
          .execute()
      if (random() < 0.3) await want(tx, me.id, { series_id: one.id })
      if (one.id % 3 === 0) await setFollowingSeries(tx, me.id, one.id, true, 1)
      if (one.id % 4 === 0) await hideSeries(tx, me.id, [one.id], 1)
      if (one.id % 2 === 0) await hideSeries(tx, users[1]!.id, [one.id], 1)
    }
    const ids = series.map((one) => one.id)
    await recountSeries(tx, ids)
    await recountSeriesProgress(tx, ids)
    await indexSeriesForSearch(tx, db.kind, ids)
    await indexBooksForSearch(
      tx,
      db.kind,
      books.map((one) => one.id),
    )
    return { users, libraries, series, books, collections, readLists }
  })
  const fresh = await db.query.selectFrom('series').selectAll().execute()
  for (const one of made.series)
    Object.assign(
      one,
      fresh.find((row) => row.id === one.id),
    )
  const me = made.users[0]!
  return {
    db,
    ...made,
    progress: await db.query.selectFrom('progress').selectAll().execute(),
    ratings: await db.query.selectFrom('user_rating').selectAll().execute(),
    wanted: await db.query.selectFrom('want_to_read').selectAll().execute(),
    followed: await db.query.selectFrom('series_follow').selectAll().execute(),
    hidden: await db.query.selectFrom('hidden_series').selectAll().execute(),
    viewer: makeTestViewer(me.id),
    viewerWith: async (rights) => {
      const all: ViewingRights = { allowTagIds: [], denyTagIds: [], ageLimit: null, allowUnrated: true }
      return makeTestViewer(me.id, await readVisibility(db, { ...all, ...rights }))
    },
  }
}

export const DAY = 86_400_000
export const GENRES = ['Action', 'Slice of Life', 'Drama']
export const TAGS = ['Färbung', 'sci-fi', '100%']
export const CHARACTERS = ['Ännchen', 'Drama', 'Zz Top']
export const PEOPLE = ['Moebius', 'Naoko Takeuchi', 'Élodie Durand']
const ROLES = ['writer', 'penciller']
const PUBLISHERS = ['Dargaud', 'Kōdansha']
const SUMMARIES = [null, 'A dragon. And a knight_.', 'Un château, 100% vrai', '竜と騎士']
const TITLES = [
  'The Émigré',
  'Bone 10',
  'Bone 2',
  'bone 2',
  'Ärger',
  '進撃の巨人',
  'One Piece',
  'A Bride’s Story',
  'Zorro',
  'naruto',
  'Łódź',
  '2001 Nights',
]

function someone(some: <T>(from: readonly T[]) => T[], pick: <T>(from: readonly T[]) => T): Linked['people'] {
  return some(PEOPLE).map((name) => ({ name, role: pick(ROLES) }))
}

async function makeNames(tx: Tx, table: 'genre' | 'tag', names: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const name of names) {
    const row = await tx
      .insertInto(table)
      .values({ uid: newUid(), name, name_key: facetKey(name), created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(name, row.id)
  }
  return ids
}

async function makePeople(tx: Tx): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const name of PEOPLE) {
    const row = await tx
      .insertInto('person')
      .values({ name, name_key: facetKey(name) })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(name, row.id)
  }
  return ids
}

async function link(
  tx: Tx,
  owner: 'series' | 'book',
  id: number,
  linked: Linked,
  genres: Map<string, number>,
  tags: Map<string, number>,
  people: Map<string, number>,
): Promise<void> {
  const add = (facet: string, facetId: number, role?: string) => {
    const [columns, values] = role ? [sql`, role`, sql`, ${role}`] : [sql``, sql``]
    return sql`insert into ${sql.table(`${owner}_${facet}`)} (${sql.ref(`${facet}_id`)}, ${sql.ref(`${owner}_id`)}${columns})
      values (${facetId}, ${id}${values})`.execute(tx)
  }
  for (const name of linked.genres) await add('genre', genres.get(name)!)
  for (const name of linked.tags) await add('tag', tags.get(name)!)
  for (const { name, role } of linked.people) await add('person', people.get(name)!, role)
}

async function makeList<T extends 'collection' | 'read_list'>(tx: Tx, table: T, owner: number | null): Promise<Row<T>> {
  const values = { uid: newUid(), owner_id: owner, name: 'List', sort_key: 'list', created_at: 1, updated_at: 1 }
  return (await tx
    .insertInto(table as 'collection')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow()) as Row<T>
}

function progressOf(userId: number, book: Row<'book'>, random: () => number): Insertable<Tables['progress']> {
  const done = random() < 0.5 ? 1 : 0
  const at = 1_720_000_000_000 + Math.floor(random() * 4) * DAY
  return progressRow(userId, book, { done, started_at: at, read_at: at, completed_at: done ? at : null })
}

function ratingOf(userId: number, of: { series_id: number } | { book_id: number }, random: () => number) {
  // Some are reviews without a rating.
  const stars = Math.floor(random() * 4)
  const rating = stars === 0 ? null : 10 * stars
  return { uid: newUid(), user_id: userId, rating, created_at: 1, updated_at: 1, ...of }
}

async function want(tx: Tx, userId: number, of: { series_id: number } | { book_id: number }): Promise<void> {
  await tx
    .insertInto('want_to_read')
    .values({ user_id: userId, created_at: 1, ...of })
    .execute()
}
