import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { ensureScannedSeries } from '../scan/scanned-series.ts'
import { recountSeries } from '../series/recount.ts'
import { newUid } from '../uid.ts'
import { readVisibility } from './read-visibility.ts'
import { ensureVisibilityClass, recountVisibilityClasses, updateVisibilityClasses } from './visibility-class.ts'
import { visibilityCondition } from './visibility-condition.ts'
import type { ViewingRights } from './visible-classes.ts'

const everything: ViewingRights = { allowTagIds: [], denyTagIds: [], ageLimit: null, allowUnrated: true }

onBothDatabases((open) => {
  it('creates one class for each combination of rules', async () => {
    const { db } = await open()
    const ids = await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const of = { libraryId: library.id, ageRating: 16, sharingTagIds: [2, 1] }
      return [await ensureVisibilityClass(tx, of), await ensureVisibilityClass(tx, { ...of, sharingTagIds: [1, 2] })]
    })
    expect(ids[0]).toBe(ids[1])
  })

  it('shows users only books of visibility classes they may see', async () => {
    const { db } = await open()
    const made = await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const child = await makeSeries(tx, library, { age_rating: 6 })
      const adult = await makeSeries(tx, library, { age_rating: 18 })
      const unrated = await makeSeries(tx, library, {})
      for (const series of [child, adult, unrated]) await makeBook(tx, series)
      await makeBook(tx, child, { class: 0, deleted_at: 1 })
      return { child, adult, unrated }
    })
    const seriesSeen = async (rights: ViewingRights) => {
      const sees = await readVisibility(db, rights)
      const rows = await db.query
        .selectFrom('book')
        .select('series_id')
        .where(visibilityCondition(db.kind, sees, 'class'))
        .execute()
      return rows.map((row) => row.series_id).sort((a, b) => a - b)
    }
    const { child, adult, unrated } = made
    expect(await seriesSeen(everything)).toEqual([child.id, adult.id, unrated.id])
    expect(await seriesSeen({ ...everything, ageLimit: 12 })).toEqual([child.id, unrated.id])
    expect(await seriesSeen({ ...everything, ageLimit: 12, allowUnrated: false })).toEqual([child.id])
    expect(await seriesSeen({ ...everything, libraryIds: [] })).toEqual([])
  })

  it('hides unanalysed books from users with an age limit', async () => {
    const { db } = await open()
    const library = await db.transaction(async (tx) => {
      await tx
        .updateTable('user')
        .set({ age_limit: 12 })
        .where('id', '=', (await makeUser(tx)).id)
        .execute()
      return makeLibrary(tx)
    })
    const shelf = (key: string) => ({ key, title: key, folderName: key })
    const made = await db.transaction((tx) => ensureScannedSeries(tx, library.id, [shelf('Mild'), shelf('Wild')], 1))
    const [mild, wild] = [made.get('Mild')!, made.get('Wild')!]
    const read = (ids: number[]) =>
      db.transaction(async (tx) => {
        await tx.updateTable('book').set({ analyzed: 1 }).where('id', 'in', ids).execute()
        await updateVisibilityClasses(tx, [mild.id, wild.id], { areFinalised: true })
      })
    const seen = async (ageLimit: number | null) => {
      const sees = await readVisibility(db, { ...everything, ageLimit, denyTagIds: [77] })
      const rows = await db.query
        .selectFrom('book')
        .select('path')
        .where(visibilityCondition(db.kind, sees, 'class'))
        .execute()
      return rows.map((row) => row.path).sort()
    }
    const books = await db.transaction(async (tx) => {
      const rows = await tx.selectFrom('series').selectAll().orderBy('path').execute()
      const of = (at: number, path: string) => makeBook(tx, rows[at]!, { path, analyzed: 0 })
      return [await of(0, 'm1'), await of(0, 'm2'), await of(1, 'w1')].map((book) => book.id)
    })
    expect([await seen(12), await seen(null)]).toEqual([[], ['m1', 'm2', 'w1']])
    await read([books[0]!])
    expect(await seen(12)).toEqual([])
    await db.transaction((tx) => tx.updateTable('series').set({ age_rating: 18 }).where('id', '=', wild.id).execute())
    await read(books)
    expect([await seen(12), await seen(null)]).toEqual([
      ['m1', 'm2'],
      ['m1', 'm2', 'w1'],
    ])

    // Another volume may turn out to be for grown-ups, too.
    await db.transaction((tx) => ensureScannedSeries(tx, library.id, [shelf('Mild')], 2))
    expect([await seen(12), (await seen(null)).length]).toEqual([[], 3])
    await db.transaction((tx) => updateVisibilityClasses(tx, [mild.id]))
    expect(await seen(12)).toEqual([])
    await read(books)
    expect(await seen(12)).toEqual(['m1', 'm2'])
    // Unless somebody says what it is.
    await db.transaction((tx) =>
      tx.updateTable('series').set({ locks: '["title","ageRating"]' }).where('id', '=', mild.id).execute(),
    )
    await db.transaction((tx) => ensureScannedSeries(tx, library.id, [shelf('Mild')], 3))
    expect(await seen(12)).toEqual(['m1', 'm2'])
  })

  it('moves the books and the counts when a series changes class', async () => {
    const { db } = await open()
    await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const series = await makeSeries(tx, library, {})
      const book = await makeBook(tx, series)
      await recountSeries(tx, [series.id])
      await tx.updateTable('series').set({ age_rating: 18 }).where('id', '=', series.id).execute()
      await updateVisibilityClasses(tx, [series.id])
      const classes = await tx
        .selectFrom('class')
        .select(['age_rating', 'books', 'series'])
        .orderBy('age_rating')
        .execute()
      expect(classes).toEqual([
        { age_rating: -1, books: 0, series: 0 },
        { age_rating: 18, books: 1, series: 1 },
      ])
      const moved = await tx.selectFrom('book').select('class').where('id', '=', book.id).executeTakeFirstOrThrow()
      expect(moved.class).not.toBe(series.class)
      await tx.updateTable('class').set({ books: 77 }).execute()
      await recountVisibilityClasses(tx)
      expect(await tx.selectFrom('class').select('books').orderBy('age_rating').execute()).toEqual([
        { books: 0 },
        { books: 1 },
      ])
    })
  })

  it('moves many series at once, each into its own class', async () => {
    const { db } = await open()
    await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const tag = await tx
        .insertInto('sharing_tag')
        .values({ uid: newUid(), name: 'Kids', name_key: 'kids', created_at: 1, updated_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const series = []
      for (let n = 0; n < 6; n++) series.push(await makeSeries(tx, library, n < 2 ? { age_rating: 6 } : {}))
      for (const one of series) await makeBook(tx, one)
      const ids = series.map((one) => one.id)
      await recountSeries(tx, ids)
      await recountVisibilityClasses(tx)
      await tx.updateTable('series').set({ age_rating: 12 }).where('id', 'in', ids.slice(1)).execute()
      await tx.insertInto('series_sharing_tag').values({ series_id: ids[5]!, sharing_tag_id: tag.id }).execute()
      await updateVisibilityClasses(tx, ids)
      const counted = await tx.selectFrom('class').select(['age_rating', 'sharing_tags', 'books', 'series']).execute()
      expect(counted.filter((one) => one.series > 0)).toEqual([
        { age_rating: 6, sharing_tags: '', books: 1, series: 1 },
        { age_rating: 12, sharing_tags: '', books: 4, series: 4 },
        { age_rating: 12, sharing_tags: String(tag.id), books: 1, series: 1 },
      ])
      await recountVisibilityClasses(tx)
      expect(await tx.selectFrom('class').select(['age_rating', 'sharing_tags', 'books', 'series']).execute()).toEqual(
        counted,
      )
      const strays = await tx
        .selectFrom('book')
        .innerJoin('series', 'series.id', 'book.series_id')
        .select('book.id')
        .whereRef('book.class', '<>', 'series.class')
        .execute()
      expect(strays).toEqual([])
    })
  })
})
