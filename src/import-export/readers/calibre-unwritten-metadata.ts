import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { foreignHtmlTextOf, foreignIdOf, foreignTextOf } from '../foreign-values.ts'
import { splitIsoDate } from '../map-values.ts'
import { type BookMetadataRecord, type BookSeriesRecord, type ImportRecord, skippedRecord } from '../records.ts'
import { groupRows } from './source-reader.ts'

export interface CalibreUnwrittenMetadata {
  of(bookId: string): BookMetadataRecord | undefined
  /** For any book: its `metadata.opf` may never have been written. */
  seriesOf(bookId: string): BookSeriesRecord | undefined
  /** What has no equivalent here, and what the scan reads from `metadata.opf` instead. */
  left(library: { titles: ReadonlyMap<string, string> }): Generator<ImportRecord>
}

/** Metadata of books that Calibre hasn't written to their `metadata.opf` yet, or that have none. */
export function readCalibreUnwrittenMetadata(
  db: ForeignDatabase,
  lacksOpf: (bookId: string) => boolean,
): CalibreUnwrittenMetadata {
  const dirty = new Set([...db.rows('metadata_dirtied', ['book'])].map((row) => foreignIdOf(row.book) ?? ''))
  const indexes = new Map<string, string | null>()
  for (const row of db.rows('books', ['id', 'series_index'])) {
    const id = foreignIdOf(row.id) ?? ''
    indexes.set(id, foreignTextOf(row.series_index))
    if (lacksOpf(id)) dirty.add(id)
  }
  const rest = new Map<string, number>()
  const ofDirty = (table: string, columns: readonly string[]) =>
    groupRows(
      db.rows(table, ['book', ...columns], { order: ['id'] }),
      (row) => {
        const id = foreignIdOf(row.book ?? null)
        if (id === null || !dirty.has(id)) rest.set(table, (rest.get(table) ?? 0) + 1)
        return id
      },
      dirty,
    )
  const ofAll: typeof ofDirty = (table, columns) =>
    groupRows(db.rows(table, ['book', ...columns], { order: ['id'] }), (row) => foreignIdOf(row.book ?? null))
  const linked = (join: string, member: string, table: string, name = 'name', rows = ofDirty) => {
    const names = new Map(
      [...db.rows(table, ['id', name])].map((row) => [foreignIdOf(row.id!), foreignTextOf(row[name]!, 500)]),
    )
    const joined = rows(join, [member])
    return new Map(
      [...joined].map(([id, rows]) => [id, rows.flatMap((row) => names.get(foreignIdOf(row[member]!)) ?? [])]),
    )
  }
  const authors = linked('books_authors_link', 'author', 'authors')
  const tags = linked('books_tags_link', 'tag', 'tags')
  const publishers = linked('books_publishers_link', 'publisher', 'publishers')
  const languages = linked('books_languages_link', 'lang_code', 'languages', 'lang_code', ofAll)
  rest.set('books_languages_link', [...languages.keys()].filter((id) => !dirty.has(id)).length)
  const series = linked('books_series_link', 'series', 'series', 'name', ofAll)
  const comments = ofDirty('comments', ['text'])
  const identifiers = ofDirty('identifiers', ['type', 'val'])
  const late = new Map<string, BookMetadataRecord>()
  for (const row of db.rows('books', ['id', 'title', 'sort', 'pubdate'])) {
    const id = foreignIdOf(row.id) ?? ''
    if (!dirty.has(id)) continue
    const published = foreignTextOf(row.pubdate)
    const named = (identifiers.get(id) ?? []).flatMap((one) => {
      const [source, value] = [foreignTextOf(one.type, 100)?.toLowerCase(), foreignTextOf(one.val, 500)]
      return source && value ? [{ source, id: value }] : []
    })
    late.set(id, {
      fields: {
        title: foreignTextOf(row.title),
        titleSort: foreignTextOf(row.sort),
        // Calibre stores a comma in names as a bar.
        authors: (authors.get(id) ?? []).map((name) => ({ name: name.replaceAll('|', ','), role: 'author' })),
        publisher: publishers.get(id)?.[0] ?? null,
        languageIso: languages.get(id)?.[0] ?? null,
        summary: foreignHtmlTextOf(comments.get(id)?.[0]?.text),
        // As the scan reads them from metadata.opf.
        genre: (tags.get(id) ?? []).join(', '),
        isbns: named.filter(({ source }) => source === 'isbn').map((one) => one.id),
        ...(published && !published.startsWith('0101') && splitIsoDate(published)),
      },
      externalIds: named.filter(({ source }) => source !== 'isbn'),
    })
  }
  return {
    of: (bookId) => late.get(bookId),
    seriesOf(bookId) {
      const name = series.get(bookId)?.[0]
      if (name === undefined) return undefined
      return { name, number: indexes.get(bookId) ?? null, isNewer: dirty.has(bookId) }
    },
    *left({ titles }) {
      for (const [id, names] of series) {
        if (!titles.has(id)) yield skippedRecord('book series', names[0] ?? id, 'item_gone')
        for (const name of names.slice(1))
          yield skippedRecord('book series', `${titles.get(id) ?? id}: ${name}`, 'one_series')
      }
      for (const [id, [, ...others]] of languages) {
        if (others.length > 0) yield skippedRecord('book metadata', titles.get(id) ?? id, 'one_language')
      }
      for (const [table, rows] of rest)
        if (rows > 0) yield { ...skippedRecord('book metadata', table, 'other_table'), rows, isInFiles: true }
    },
  }
}
