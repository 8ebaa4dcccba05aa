import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries } from '../../../test/rows.ts'
import { deleteIndexedWords, indexBooksForSearch, indexSeriesForSearch } from './index-words.ts'

onBothDatabases((open, kind) => {
  it('indexes, reindexes and removes words in one transaction, and in the next one again', async () => {
    const { db } = await open()
    const ids = await db.transaction(async (tx) => {
      const series = await makeSeries(tx, await makeLibrary(tx), { title: '進撃の巨人 '.repeat(3) })
      const books = [await makeBook(tx, series), await makeBook(tx, series, { title: 'x'.repeat(5000) })]
      await indexSeriesForSearch(tx, kind, [series.id])
      await indexBooksForSearch(
        tx,
        kind,
        books.map((book) => book.id),
      )
      return { series: series.id, books: books.map((book) => book.id) }
    })
    await db.transaction((tx) => indexBooksForSearch(tx, kind, ids.books))
    // FTS5 leaves a row number behind that no JavaScript number holds.
    await db.transaction(async (tx) => {
      await deleteIndexedWords(tx, kind, 'book', ids.books)
      await deleteIndexedWords(tx, kind, 'series', [ids.series])
    })
    await db.transaction((tx) => indexBooksForSearch(tx, kind, ids.books))
    const left = await db.query.selectFrom('book').select('id').execute()
    expect(left).toHaveLength(2)
  })
})
