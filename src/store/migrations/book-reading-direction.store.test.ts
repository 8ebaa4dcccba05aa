import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries } from '../../../test/rows.ts'
import { postgresSchemaTypes, sqliteSchemaTypes } from '../dialect/schema-types.ts'
import { bookReadingDirection } from './0011-book-reading-direction.ts'

onBothDatabases((open, kind) => {
  it('libraries that exist keep their titles, and books learn the direction their files state', async () => {
    const { db } = await open()
    const facts = '{"file":{"fields":[],"ofSeries":{"year":2001,"direction":"rtl"}}}'
    await db.transaction(async (tx) => {
      const library = await makeLibrary(tx, { name: 'a', path: '/a', series_config: '{}' })
      const other = { series_strategy: 'publisher_hierarchy', series_config: '{"skipDepth":2}' }
      await makeLibrary(tx, { name: 'b', path: '/b', ...other })
      await makeLibrary(tx, { name: 'c', path: '/c', series_strategy: 'flat', series_config: '{}' })
      const series = await makeSeries(tx, library)
      const book = await makeBook(tx, series)
      await makeBook(tx, series, { path: 'silent.cbz' })
      await tx.insertInto('book_meta').values({ book_id: book.id, facts }).execute()
      // The column is there already.
      const [, ...steps] = bookReadingDirection.statements(kind === 'sqlite' ? sqliteSchemaTypes : postgresSchemaTypes)
      for (const step of steps) await sql.raw(step).execute(tx)
    })
    const books = await db.query.selectFrom('book').select('reading_direction').orderBy('id').execute()
    expect(books.map((book) => book.reading_direction)).toEqual(['rtl', null])
    const libraries = await db.query.selectFrom('library').select('series_config').orderBy('name').execute()
    expect(libraries.map((library) => JSON.parse(library.series_config))).toEqual([
      { titleFromMetadata: false },
      { titleFromMetadata: false, skipDepth: 2 },
      {},
    ])
  })
})
