import { beforeAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { randomNumbersFromSeed } from '../../../test/fixtures/random-numbers.ts'
import { makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { listBooks } from '../book/list.ts'
import type { BookSort } from '../book/sorts.ts'
import { Caches } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { listSeries } from '../series/list.ts'
import { recountSeries } from '../series/recount.ts'
import type { SeriesSort } from '../series/sorts.ts'
import { sortKey } from '../text/sort-key.ts'
import { newUid } from '../uid.ts'
import { addToVisibilityClassCounts } from '../visibility/visibility-class.ts'
import { makeTestViewer } from './test-catalogue.fixture.ts'

const COUNT = 9500

const everySort = Object.keys({
  title: 0,
  created_at: 0,
  updated_at: 0,
  file_changed: 0,
  release_date: 0,
  file_size: 0,
  filename: 0,
  page_count: 0,
  file_hash: 0,
  path: 0,
  media_status: 0,
  analysis_error: 0,
  format: 0,
  series: 0,
  number: 0,
  last_read: 0,
} satisfies Record<BookSort, 0>) as BookSort[]

const everySeriesSort = Object.keys({
  name: 0,
  date_added: 0,
  date_updated: 0,
  release_date: 0,
  book_count: 0,
  file_size: 0,
  page_count: 0,
  community_rating: 0,
  files_changed: 0,
  last_book: 0,
  date_read: 0,
  rating: 0,
} satisfies Record<SeriesSort, 0>) as SeriesSort[]

/** What requests at once share is the same in both directions, so each sort has one of them, in turn. */
const inOneDirection = <Field>(fields: readonly Field[]) =>
  fields.map((field, index) => ({ field, direction: index % 2 === 0 ? ('asc' as const) : ('desc' as const) }))

async function fillWithSeries(db: Db): Promise<number> {
  const random = randomNumbersFromSeed(8)
  return db.transaction(async (tx) => {
    const user = await makeUser(tx)
    const { id, ...first } = await makeSeries(tx, await makeLibrary(tx))
    const rows = Array.from({ length: 6500 }, (_, index) => {
      const title = `Title ${Math.floor(random() * 900)}`
      const year = random() < 0.3 ? null : 1990 + Math.floor(random() * 20)
      const named = { title, sort_key: sortKey(title), title_key: sortKey(title, { keepArticle: true }) }
      return {
        ...first,
        ...named,
        uid: newUid(),
        path: `s ${index}`,
        folder_name: `f ${index % 50}`,
        year,
        book_count: 1,
      }
    })
    for (let at = 0; at < rows.length; at += 250)
      await tx
        .insertInto('series')
        .values(rows.slice(at, at + 250))
        .execute()
    await addToVisibilityClassCounts(tx, first.class, 0, rows.length)
    await bumpRevisions(tx, 'catalog')
    return user.id
  })
}

/** Many books of few titles, so that marks fall between equals. */
async function fill(db: Db): Promise<number> {
  const random = randomNumbersFromSeed(7)
  return db.transaction(async (tx) => {
    const user = await makeUser(tx)
    const series = await makeSeries(tx, await makeLibrary(tx))
    const rows = Array.from({ length: COUNT }, (_, index) => {
      const title = `Title ${Math.floor(random() * 900)}`
      return {
        uid: newUid(),
        series_id: series.id,
        library_id: series.library_id,
        class: series.class,
        title,
        sort_key: sortKey(title),
        path: `${index}.cbz`,
        file_name: `${index % 100}.cbz`,
        format: 'cbz',
        file_size: Math.floor(random() * 50),
        mtime: 1,
        number: random() < 0.2 ? null : Math.floor(random() * 40),
        page_count: Math.floor(random() * 30),
        release_date: random() < 0.5 ? null : 20000101 + Math.floor(random() * 3),
        created_at: 1,
        updated_at: 1,
      }
    })
    for (let at = 0; at < rows.length; at += 500)
      await tx
        .insertInto('book')
        .values(rows.slice(at, at + 500))
        .execute()
    await recountSeries(tx, [series.id])
    await bumpRevisions(tx, 'catalog')
    return user.id
  })
}

onBothDatabases((open) => {
  let db: Db
  let viewer: ReturnType<typeof makeTestViewer>
  beforeAll(async () => {
    db = (await open()).db
    viewer = makeTestViewer(await fill(db))
  })

  it('finds deep pages by marks and last pages from the end, with the same rows as an offset', async () => {
    for (const field of ['title', 'file_size', 'release_date', 'filename'] satisfies BookSort[]) {
      for (const direction of ['asc', 'desc'] as const) {
        const sort = [{ field, direction }]
        // Two keys are sorted as a whole, without marks: what the marks are held against.
        const plain = [...sort, { field: 'created_at' as const, direction }]
        for (const offset of [9450, 4100, 8050, 2000, 6030, 9499, 4000, 9500]) {
          const rows = { limit: 25, offset }
          const [marked, counted] = [
            await listBooks(db, viewer, { sort }, rows),
            await listBooks(db, viewer, { sort: plain }, rows),
          ]
          expect(marked.data.map((book) => book.id)).toEqual(counted.data.map((book) => book.id))
          expect(marked.data.length).toBe(Math.min(25, COUNT - offset))
          expect(marked.total).toBe(COUNT)
        }
      }
    }
  })

  it('finds the same rows for neighbouring pages requested at once or one after the other', async () => {
    const offsets = [4450, 4100, 4025, 6050, 8000, 4075, 7990]
    for (const sort of inOneDirection(everySort)) {
      const page = (offset: number) =>
        listBooks(db, viewer, { sort: [sort] }, { limit: 25, offset }).then(({ data }) => data.map((book) => book.id))
      await db.transaction((tx) => bumpRevisions(tx, 'catalog'))
      const atOnce = await Promise.all(offsets.map(page))
      const afterwards = await page(4425)
      await db.transaction((tx) => bumpRevisions(tx, 'catalog'))
      const inTurn: number[][] = []
      for (const offset of offsets) inTurn.push(await page(offset))
      expect(atOnce, `${sort.field},${sort.direction}`).toEqual(inTurn)
      expect(afterwards, `${sort.field},${sort.direction}`).toEqual(await page(4425))
    }
  })

  it('finds the same rows of series, by every sort', async () => {
    const viewer = makeTestViewer(await fillWithSeries(db))
    const offsets = [4450, 4100, 4025, 6050, 4075]
    for (const sort of inOneDirection(everySeriesSort)) {
      const page = (offset: number) =>
        listSeries(db, viewer, { sort: [sort] }, { limit: 25, offset }).then(({ data }) =>
          data.map((series) => series.id),
        )
      await db.transaction((tx) => bumpRevisions(tx, 'catalog'))
      const atOnce = await Promise.all(offsets.map(page))
      await db.transaction((tx) => bumpRevisions(tx, 'catalog'))
      const inTurn: number[][] = []
      for (const offset of offsets) inTurn.push(await page(offset))
      expect(atOnce, `${sort.field},${sort.direction}`).toEqual(inTurn)
      expect(new Set(inTurn.flat()).size, `${sort.field},${sort.direction}`).toBe(offsets.length * 25)
    }
  })

  it('queries a mark again after a failed query', async () => {
    let fails = true
    const shaky: Db = {
      ...db,
      caches: new Caches(),
      query: db.query.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (fails && result.rows.length === 1 && 'k1' in (result.rows[0] as object))
            throw new Error('connection lost')
          return result
        },
      }),
    }
    const page = () => listBooks(shaky, viewer, {}, { limit: 25, offset: 4100 })
    const failed = await Promise.allSettled([page(), page()])
    expect(failed.map((one) => one.status)).toEqual(['rejected', 'rejected'])
    fails = false
    const expected = await listBooks(db, viewer, {}, { limit: 25, offset: 4100 })
    expect((await page()).data.map((book) => book.id)).toEqual(expected.data.map((book) => book.id))
  })

  // Last, because it removes a book.
  it('notices what changed since the marks were made', async () => {
    const rows = { limit: 10, offset: 5000 }
    const before = await listBooks(db, viewer, {}, rows)
    const gone = before.data[0]!
    await db.transaction(async (tx) => {
      await tx.updateTable('book').set({ class: 0, deleted_at: 1 }).where('id', '=', gone.id).execute()
      await recountSeries(tx, [gone.seriesId])
      await bumpRevisions(tx, 'catalog')
    })
    const after = await listBooks(db, viewer, {}, rows)
    expect(after.total).toBe(before.total - 1)
    expect(after.data[0]!.id).toBe(before.data[1]!.id)
  })
})
