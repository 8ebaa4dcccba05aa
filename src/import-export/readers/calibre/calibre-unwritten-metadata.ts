import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import { foreignHtmlTextOf, foreignIdOf, foreignTextOf } from '../../foreign-values.ts'
import { splitIsoDate } from '../../map-values.ts'
import { type BookMetadataRecord, type BookSeriesRecord, type ImportRecord, skippedRecord } from '../../records.ts'
import { groupRows } from '../foreign-rows.ts'

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
  const unwritten = new Set([...db.rows('metadata_dirtied', ['book'])].map((row) => foreignIdOf(row.book) ?? ''))
  const indexes = new Map<string, string | null>()
  for (const row of db.rows('books', ['id', 'series_index'])) {
    const id = foreignIdOf(row.id) ?? ''
    indexes.set(id, foreignTextOf(row.series_index))
    if (lacksOpf(id)) unwritten.add(id)
  }
  const rows = new RowsOfBooks(db, unwritten)
  const languages = rows.names('books_languages_link', 'lang_code', 'languages', { name: 'lang_code', isOfAll: true })
  const series = rows.names('books_series_link', 'series', 'series', { isOfAll: true })
  const metadata = readMetadata(db, unwritten, rows, languages)
  rows.inFiles.set('books_languages_link', [...languages.keys()].filter((id) => !unwritten.has(id)).length)
  return {
    of: (bookId) => metadata.get(bookId),
    seriesOf(bookId) {
      const name = series.get(bookId)?.[0]
      if (name === undefined) return undefined
      return { name, number: indexes.get(bookId) ?? null, isNewer: unwritten.has(bookId) }
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
      for (const [table, count] of rows.inFiles)
        if (count > 0) yield { ...skippedRecord('book metadata', table, 'other_table'), rows: count, isInFiles: true }
    },
  }
}

/** Reads the tables that belong to books, and counts the rows that the scan reads from `metadata.opf` instead. */
class RowsOfBooks {
  /** Number of those rows, by table. */
  readonly inFiles = new Map<string, number>()
  readonly #db: ForeignDatabase
  readonly #unwritten: ReadonlySet<string>

  constructor(db: ForeignDatabase, unwritten: ReadonlySet<string>) {
    this.#db = db
    this.#unwritten = unwritten
  }

  /** Only of books whose metadata is unwritten, unless `isOfAll`. */
  of<Column extends string>(table: string, columns: readonly Column[], isOfAll = false) {
    const bookOf = (row: ForeignRow<Column | 'book'>) => foreignIdOf(row.book ?? null)
    const rows = this.#db.rows<Column | 'book'>(table, ['book', ...columns], { order: ['id'] })
    if (isOfAll) return groupRows(rows, bookOf)
    const countOther = (row: ForeignRow<Column | 'book'>) => {
      const id = bookOf(row)
      if (id === null || !this.#unwritten.has(id)) this.inFiles.set(table, (this.inFiles.get(table) ?? 0) + 1)
      return id
    }
    return groupRows(rows, countOther, this.#unwritten)
  }

  /** The names that a link table assigns to each book. */
  names(join: string, member: string, table: string, { name = 'name', isOfAll = false } = {}): Map<string, string[]> {
    const known = [...this.#db.rows(table, ['id', name])]
    const names = new Map(known.map((row) => [foreignIdOf(row.id!), foreignTextOf(row[name]!, 500)]))
    const linked = [...this.of(join, [member], isOfAll)]
    return new Map(linked.map(([id, rows]) => [id, rows.flatMap((row) => names.get(foreignIdOf(row[member]!)) ?? [])]))
  }
}

function readMetadata(
  db: ForeignDatabase,
  unwritten: ReadonlySet<string>,
  rows: RowsOfBooks,
  languages: ReadonlyMap<string, readonly string[]>,
): Map<string, BookMetadataRecord> {
  const authors = rows.names('books_authors_link', 'author', 'authors')
  const tags = rows.names('books_tags_link', 'tag', 'tags')
  const publishers = rows.names('books_publishers_link', 'publisher', 'publishers')
  const comments = rows.of('comments', ['text'])
  const identifiers = rows.of('identifiers', ['type', 'val'])
  const metadata = new Map<string, BookMetadataRecord>()
  for (const row of db.rows('books', ['id', 'title', 'sort', 'pubdate'])) {
    const id = foreignIdOf(row.id) ?? ''
    if (!unwritten.has(id)) continue
    const published = foreignTextOf(row.pubdate)
    const named = (identifiers.get(id) ?? []).flatMap((one) => {
      const [source, value] = [foreignTextOf(one.type, 100)?.toLowerCase(), foreignTextOf(one.val, 500)]
      return source && value ? [{ source, id: value }] : []
    })
    const fields = {
      title: foreignTextOf(row.title),
      titleSort: foreignTextOf(row.sort),
      // Calibre stores a comma in names as a bar.
      authors: (authors.get(id) ?? []).map((name) => ({ name: name.replaceAll('|', ','), role: 'author' })),
      publisher: publishers.get(id)?.[0] ?? null,
      languageIso: languages.get(id)?.[0] ?? null,
      summary: foreignHtmlTextOf(comments.get(id)?.[0]?.text),
      isbns: named.filter(({ source }) => source === 'isbn').map((one) => one.id),
      // As the scan reads them from metadata.opf.
      ...(tags.has(id) && { genre: tags.get(id)!.join(', ') }),
      ...(published && !published.startsWith('0101') && splitIsoDate(published)),
    }
    metadata.set(id, { fields, externalIds: named.filter(({ source }) => source !== 'isbn') })
  }
  return metadata
}
