import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { foreignHtmlTextOf, foreignIdOf, foreignTextOf } from '../foreign-values.ts'
import { splitIsoDate } from '../map-values.ts'
import { type BookMetadataRecord, type ImportRecord, skippedRecord } from '../records.ts'
import { groupRows } from './source-reader.ts'

export interface CalibreUnwrittenMetadata {
  of(bookId: string): BookMetadataRecord | undefined
  /** What of it has no place here, and what the scan reads from `metadata.opf` instead. */
  left(library: { titles: ReadonlyMap<string, string> }): Generator<ImportRecord>
}

/** Of books that Calibre has changed and not yet written to their `metadata.opf`. */
export function readCalibreUnwrittenMetadata(db: ForeignDatabase): CalibreUnwrittenMetadata {
  const dirty = new Set([...db.rows('metadata_dirtied', ['book'])].map((row) => foreignIdOf(row.book) ?? ''))
  if (dirty.size === 0) return { of: () => undefined, *left() {} }
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
  const linked = (join: string, member: string, table: string, name = 'name') => {
    const names = new Map(
      [...db.rows(table, ['id', name])].map((row) => [foreignIdOf(row.id!), foreignTextOf(row[name]!, 500)]),
    )
    const joined = ofDirty(join, [member])
    return new Map(
      [...joined].map(([id, rows]) => [id, rows.flatMap((row) => names.get(foreignIdOf(row[member]!)) ?? [])]),
    )
  }
  const authors = linked('books_authors_link', 'author', 'authors')
  const tags = linked('books_tags_link', 'tag', 'tags')
  const publishers = linked('books_publishers_link', 'publisher', 'publishers')
  const languages = linked('books_languages_link', 'lang_code', 'languages', 'lang_code')
  const series = linked('books_series_link', 'series', 'series')
  const comments = ofDirty('comments', ['text'])
  const identifiers = ofDirty('identifiers', ['type', 'val'])
  const late = new Map<string, BookMetadataRecord>()
  for (const row of db.rows('books', ['id', 'title', 'sort', 'pubdate', 'series_index'])) {
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
        number: foreignTextOf(row.series_index),
        // A bar stands for a comma in names.
        authors: (authors.get(id) ?? []).map((name) => ({ name: name.replaceAll('|', ','), role: 'author' })),
        publisher: publishers.get(id)?.[0] ?? null,
        languageIso: languages.get(id)?.[0] ?? null,
        summary: foreignHtmlTextOf(comments.get(id)?.[0]?.text),
        isbns: named.filter(({ source }) => source === 'isbn').map((one) => one.id),
        ...(published && !published.startsWith('0101') && splitIsoDate(published)),
      },
      tags: tags.get(id) ?? [],
      externalIds: named.filter(({ source }) => source !== 'isbn'),
    })
  }
  return {
    of: (bookId) => late.get(bookId),
    *left({ titles }) {
      for (const [id, names] of series) {
        const [title, [name]] = [titles.get(id), names]
        if (title !== undefined && name !== undefined)
          yield skippedRecord('book metadata', `${title}: ${name}`, 'series_unwritten')
      }
      for (const [id, [, ...others]] of languages) {
        if (others.length > 0) yield skippedRecord('book metadata', titles.get(id) ?? id, 'one_language')
      }
      for (const [table, rows] of rest) yield { ...skippedRecord('other table', table, 'other_table'), rows }
    },
  }
}
