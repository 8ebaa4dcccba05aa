import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { makeTestViewer } from '../list/test-catalogue.fixture.ts'
import type { Db } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { recountSeries } from '../series/recount.ts'
import { readVisibility } from '../visibility/read-visibility.ts'
import { ensureNames, type NamedFacet } from './ensure-names.ts'
import { findFacetsByName } from './find-by-name.ts'
import { findNames } from './find-names.ts'
import { linkStory } from './link-story.ts'

onBothDatabases((open) => {
  it('finds names that begin with the text first, then the most used, also those added later', async () => {
    const { db } = await open()
    await addBooks(db, [
      ['Batman', 'Robin'],
      ['Robin'],
      ['Robin', 'Bat-Mite', 'Man-Bat'],
      ['Batman', 'Man-Bat'],
      ['Man-Bat'],
      ['Man-Bat'],
    ])
    const viewer = await viewerWith(db, {})
    const find = async (search: string, limit: number) =>
      (await findNames(db, viewer, 'character', search, limit)).map(({ name, bookCount }) => `${name} ${bookCount}`)
    expect(await find('bat', 5)).toEqual(['Batman 2', 'Bat-Mite 1', 'Man-Bat 4'])
    expect(await find('bat', 1)).toEqual(['Batman 2'])
    expect(await find('manbat', 5)).toEqual(['Man-Bat 4'])
    expect(await find('b', 9)).toEqual(['Batman 2', 'Bat-Mite 1', 'Man-Bat 4', 'Robin 3'])
    await addBooks(db, [['Batwoman']])
    expect(await find('batw', 5)).toEqual(['Batwoman 1'])
  })

  it('counts only what a viewer may see, however many of the most used names are hidden', async () => {
    const { db } = await open()
    const hidden = Array.from({ length: 9 }, (_, index) => `Hidden ${index}`)
    await addBooks(db, [hidden, [...hidden, 'Heron'], ['Heron']], 18)
    await addBooks(db, [['Heron'], ['Hare']], 6)
    const child = await viewerWith(db, { ageLimit: 12, allowUnrated: false })
    const found = (limit: number) => findNames(db, child, 'character', 'h', limit)
    const [heron, hare] = ['Heron', 'Hare'].map((name) => ({ name, seriesCount: 1, bookCount: 1 }))
    for (const limit of [2, 5]) expect(await found(limit)).toEqual([heron, hare])
    expect(await found(1)).toEqual([heron])
    await addBooks(db, [hidden], 6)
    const later = await viewerWith(db, { ageLimit: 12, allowUnrated: false })
    expect(await findNames(db, later, 'character', 'h', 20)).toHaveLength(11)
  })

  it('counts the genres, tags and people of series and books', async () => {
    const { db } = await open()
    const { series, books } = await addBooks(db, [[], []])
    const ids = new Map<NamedFacet, number>()
    await db.transaction(async (tx) => {
      for (const facet of ['genre', 'tag', 'person'] as const)
        ids.set(facet, (await ensureNames(tx, db.kind, facet, ['Crime'])).get('Crime')!)
      await tx
        .insertInto('series_genre')
        .values({ genre_id: ids.get('genre')!, series_id: series })
        .execute()
      await tx
        .insertInto('book_tag')
        .values({ tag_id: ids.get('tag')!, book_id: books[0]! })
        .execute()
      const person_id = ids.get('person')!
      for (const role of ['writer', 'penciller'])
        await tx.insertInto('book_person').values({ person_id, book_id: books[1]!, role }).execute()
    })
    expect(await findFacetsByName(db, await viewerWith(db, {}), ' crime ', 5)).toEqual([
      { kind: 'person', name: 'Crime', seriesCount: 0, bookCount: 1 },
      { kind: 'genre', name: 'Crime', seriesCount: 1, bookCount: 2 },
      { kind: 'tag', name: 'Crime', seriesCount: 0, bookCount: 1 },
    ])
  })
})

/** A series with one book for each list of characters. */
function addBooks(db: Db, charactersOfBooks: string[][], ageRating?: number) {
  return db.transaction(async (tx) => {
    const series = await makeSeries(tx, await makeLibrary(tx), { age_rating: ageRating })
    const books: number[] = []
    for (const characters of charactersOfBooks) {
      const { id } = await makeBook(tx, series)
      books.push(id)
      await linkStory(tx, db.kind, [{ bookId: id, story: { characters }, before: {} }])
    }
    await recountSeries(tx, [series.id])
    await bumpRevisions(tx, 'catalog', 'access')
    return { series: series.id, books }
  })
}

async function viewerWith(db: Db, rights: { ageLimit?: number; allowUnrated?: boolean }) {
  const sees = await readVisibility(db, {
    allowTagIds: [],
    denyTagIds: [],
    ageLimit: null,
    allowUnrated: true,
    ...rights,
  })
  const { id } = await db.transaction((tx) => makeUser(tx))
  return makeTestViewer(id, sees)
}
