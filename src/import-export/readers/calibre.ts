import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { asFlag, asId, asInteger, asJson, asNumber, asText, asTime } from '../foreign-values.ts'
import { dateParts, htmlToText } from '../map-values.ts'
import {
  type BookMetadataRecord,
  type ImportRecord,
  type ProgressRecord,
  skippedRecord,
  WHOEVER_IMPORTS,
} from '../records.ts'
import { type CalibreColumns, readCalibreColumns } from './calibre-columns.ts'
import { groupRows, type SourceFiles, type SourceReader, unreadTables } from './source-reader.ts'

/**
 * A Calibre library: `metadata.db` at its root. What is in `metadata.opf` beside each book is read by every scan, so only
 * what that file lacks is taken: changes that were not written to it yet, custom columns, ratings, places and notes.
 */
export function readCalibre(files: SourceFiles): SourceReader {
  const db = files.database
  const library = readCalibreBooks(db, files.folder ?? '/')
  return {
    kind: 'calibre',
    version: `schema ${db.userVersion}`,
    *records() {
      const columns = readCalibreColumns(db)
      yield {
        type: 'library',
        id: library.id,
        name: library.root.split('/').at(-1) || 'Calibre',
        path: library.root,
        settings: calibreStrategies,
      }
      yield* users(db)
      yield* calibreBooks(db, library, columns)
      yield* progress(db, library, columns)
      yield* ratings(db, library)
      yield* annotations(db, library)
      for (const row of db.rows('preferences', ['key'])) {
        const key = asText(row.key) ?? ''
        const isSearch = ['saved_searches', 'virtual_libraries', 'user_categories'].includes(key)
        yield skippedRecord('preference', key, isSearch ? 'searches' : 'preferences')
      }
      yield* unreadTables(db)
    },
  }
}

/** What a library made of such a folder begins with. */
export const calibreStrategies = { seriesStrategy: 'calibre', bookStrategy: 'metadata_first', numberStrategy: 'smart' }

export interface CalibreBooks {
  id: string
  root: string
  /** Calibre's number of a book → one of ours for each of its files. */
  byBook: Map<string, { recordId: string; path: string; format: string; size: number | null }[]>
}

export function readCalibreBooks(db: ForeignDatabase, root: string): CalibreBooks {
  const [library] = [...db.rows('library_id', ['uuid'])]
  const files = groupRows(db.rows('data', ['book', 'format', 'name', 'uncompressed_size']), (row) => asId(row.book))
  const byBook: CalibreBooks['byBook'] = new Map()
  for (const row of db.rows('books', ['id', 'uuid', 'path'])) {
    const [id, path] = [asId(row.id), asText(row.path)]
    if (id === null) continue
    const own = (path === null ? [] : (files.get(id) ?? [])).flatMap((file) => {
      const [format, name] = [asText(file.format)?.toUpperCase(), asText(file.name)]
      if (!format || !name) return []
      const size = asInteger(file.uncompressed_size) || null
      // The folder changes whenever title or author do; the UUID stays.
      const recordId = `${asText(row.uuid) ?? id}.${format}`
      return [{ recordId, path: `${root === '/' ? '' : root}/${path}/${name}.${format.toLowerCase()}`, format, size }]
    })
    byBook.set(
      id,
      own.sort((a, b) => rank(a.format) - rank(b.format)),
    )
  }
  return { id: asText(library?.uuid ?? null) ?? 'calibre', root, byBook }
}

const BEST = ['EPUB', 'KEPUB', 'CBZ', 'CBR', 'CB7', 'PDF']
const rank = (format: string): number => (BEST.includes(format) ? BEST.indexOf(format) : BEST.length)

/** The file that somebody reads: of that format, or the best there is. */
export function calibreFileOf({ byBook }: CalibreBooks, bookId: string | null, format: string | null) {
  const files = byBook.get(bookId ?? '') ?? []
  return files.find((file) => file.format === format?.toUpperCase()) ?? files[0]
}

/** Those of the content server, by name; without their passwords, which are elsewhere and not hashed. */
function* users(db: ForeignDatabase): Generator<ImportRecord> {
  const names = new Set<string>()
  for (const row of db.rows('last_read_positions', ['user'])) names.add(asText(row.user, MOST_NAME) ?? '')
  for (const row of db.rows('annotations', ['user'], { where: { user_type: 'web' } }))
    names.add(asText(row.user, MOST_NAME) ?? '')
  for (const username of names) {
    if (userOf(username) === WHOEVER_IMPORTS) continue
    yield {
      type: 'user',
      id: username,
      username,
      email: null,
      role: 'reader',
      passwordHash: null,
      isActive: true,
      allLibraries: true,
      libraryIds: [],
      ageLimit: null,
      allowUnrated: true,
      labels: [],
      createdAt: null,
    }
  }
}

const userOf = (name: string | null): string =>
  name === null || name === '' || name === '_' || name === '*' ? WHOEVER_IMPORTS : name.slice(0, MOST_NAME)

const MOST_NAME = 64

export function* calibreBooks(
  db: ForeignDatabase,
  library: CalibreBooks,
  columns: CalibreColumns,
): Generator<ImportRecord> {
  const late = readLateMetadata(db)
  for (const [id, files] of library.byBook) {
    if (files.length === 0) yield skippedRecord('book without a file', `Calibre book ${id}`, 'no_file')
    const custom = columns.customOf(id)
    const late1 = late.get(id)
    const metadata: BookMetadataRecord | undefined =
      custom || late1
        ? { ...late1, fields: { ...late1?.fields, ...(custom && { customMetadata: custom }) } }
        : undefined
    for (const { recordId, path, size } of files) {
      const known = { libraryId: library.id, seriesId: null, path, size, syncHash: null, sha256: null }
      yield { type: 'book', id: recordId, ...known, ...(metadata && { metadata }) }
    }
  }
  for (const row of db.rows('data', ['book', 'format', 'name'])) {
    const [id, isNamed] = [asId(row.book), asText(row.format) !== null && asText(row.name) !== null]
    if (!isNamed || !library.byBook.has(id ?? '')) {
      yield skippedRecord('book', `Calibre book ${id ?? ''}`, 'file_unnamed')
    }
  }
}

/** Of books that Calibre has changed and not yet written out. */
function readLateMetadata(db: ForeignDatabase): Map<string, BookMetadataRecord> {
  const late = new Map<string, BookMetadataRecord>()
  const dirty = new Set([...db.rows('metadata_dirtied', ['book'])].map((row) => asId(row.book) ?? ''))
  if (dirty.size === 0) return late
  const authors = linked(db, 'books_authors_link', 'author', 'authors', 'name', dirty)
  const tags = linked(db, 'books_tags_link', 'tag', 'tags', 'name', dirty)
  const publishers = linked(db, 'books_publishers_link', 'publisher', 'publishers', 'name', dirty)
  const languages = linked(db, 'books_languages_link', 'lang_code', 'languages', 'lang_code', dirty)
  const comments = new Map([...db.rows('comments', ['book', 'text'])].map((row) => [asId(row.book), asText(row.text)]))
  const isbns = groupRows(
    db.rows('identifiers', ['book', 'val'], { where: { type: 'isbn' } }),
    (row) => asId(row.book),
    dirty,
  )
  for (const row of db.rows('books', ['id', 'title', 'sort', 'pubdate', 'series_index'])) {
    const id = asId(row.id) ?? ''
    if (!dirty.has(id)) continue
    const published = asText(row.pubdate)
    late.set(id, {
      fields: {
        title: asText(row.title),
        titleSort: asText(row.sort),
        number: asText(row.series_index),
        // A bar stands for a comma in names.
        authors: (authors.get(id) ?? []).map((name) => ({ name: name.replaceAll('|', ','), role: 'author' })),
        publisher: publishers.get(id)?.[0] ?? null,
        languageIso: languages.get(id)?.[0] ?? null,
        summary: htmlToText(comments.get(id) ?? null),
        isbns: (isbns.get(id) ?? []).flatMap((one) => asText(one.val, 100) ?? []),
        ...(published && !published.startsWith('0101') && dateParts(published)),
      },
      tags: tags.get(id) ?? [],
    })
  }
  return late
}

function linked(
  db: ForeignDatabase,
  join: string,
  member: string,
  table: string,
  name: string,
  wanted: ReadonlySet<string>,
): Map<string, string[]> {
  const names = new Map([...db.rows(table, ['id', name])].map((row) => [asId(row.id), asText(row[name]!, 500)]))
  const joined = groupRows(db.rows(join, ['book', member], { order: ['id'] }), (row) => asId(row.book), wanted)
  return new Map([...joined].map(([id, rows]) => [id, rows.flatMap((row) => names.get(asId(row[member]!)) ?? [])]))
}

function* progress(db: ForeignDatabase, library: CalibreBooks, columns: CalibreColumns): Generator<ImportRecord> {
  const newest = new Map<string, ProgressRecord>()
  const older: ImportRecord[] = []
  const finished: ImportRecord[] = []
  // One place for each person and book: what another device or a column said before is listed.
  const keep = (record: ProgressRecord) => {
    const key = `${record.userId} ${record.bookId}`
    const known = newest.get(key)
    const isNewer = (known?.readAt ?? -1) < (record.readAt ?? 0)
    const last = isNewer ? known : record
    // Whoever is reading it again has finished it before.
    const wasFinished = last?.isCompleted && (isNewer ? !record.isCompleted : !known!.isCompleted)
    if (last && wasFinished) {
      const { userId, bookId, completedAt } = last
      finished.push({ type: 'completion', userId, bookId, completedAt, isUndated: completedAt === null })
    } else if (last) older.push(skippedRecord('progress', last.bookId, 'newer_position'))
    if (isNewer) newest.set(key, record)
  }
  for (const row of db.rows('last_read_positions', ['book', 'format', 'user', 'cfi', 'epoch', 'pos_frac', 'device'])) {
    const file = calibreFileOf(library, asId(row.book), asText(row.format))
    if (!file) {
      yield skippedRecord('progress', `Calibre book ${asId(row.book)}`, 'item_gone')
      continue
    }
    const [at, fraction] = [asTime(row.epoch), asNumber(row.pos_frac) ?? 0]
    keep(place(userOf(asText(row.user)), file.recordId, fraction, at, asText(row.cfi), asText(row.device, 200)))
  }
  for (const row of db.rows('annotations', ['book', 'format', 'user_type', 'user', 'timestamp', 'annot_data'], {
    where: { annot_type: 'last-read' },
  })) {
    const file = calibreFileOf(library, asId(row.book), asText(row.format))
    const said = asJson(row.annot_data) as { pos?: unknown; pos_frac?: unknown } | null
    if (!file) yield skippedRecord('progress', `Calibre book ${asId(row.book)}`, 'item_gone')
    else {
      const user = asText(row.user_type) === 'web' ? userOf(asText(row.user)) : WHOEVER_IMPORTS
      const fraction = typeof said?.pos_frac === 'number' ? said.pos_frac : null
      const cfi = typeof said?.pos === 'string' ? said.pos : null
      keep(place(user, file.recordId, fraction, asTime(row.timestamp), cfi, null))
    }
  }
  for (const [bookId, read] of columns.readStates()) {
    const file = calibreFileOf(library, bookId, null)
    if (!file) {
      yield skippedRecord('progress', `Calibre book ${bookId}`, 'no_file')
      continue
    }
    const { isRead, at, percentage } = read
    keep({
      ...place(WHOEVER_IMPORTS, file.recordId, isRead ? 1 : percentage, at, null, null),
      isCompleted: isRead,
      completedAt: isRead ? at : null,
    })
  }
  yield* newest.values()
  yield* older
  yield* finished
}

function place(
  userId: string,
  bookId: string,
  fraction: number | null,
  at: number | null,
  cfi: string | null,
  device: string | null,
): ProgressRecord {
  const isCompleted = fraction !== null && fraction >= READ_FROM
  const fragments = cfi ? [cfi.startsWith('epubcfi(') ? cfi : `epubcfi(${cfi})`] : []
  return {
    type: 'progress',
    userId,
    bookId,
    page: null,
    pageCount: null,
    percentage: fraction,
    isCompleted,
    startedAt: at,
    readAt: at,
    completedAt: isCompleted ? at : null,
    device,
    ...(fragments.length > 0 && {
      locator: { locations: { fragments, ...(fraction !== null && { totalProgression: fraction }) } },
    }),
  }
}

const READ_FROM = 0.99

/** Stars times two, one for all who use the library. */
function* ratings(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
  const stars = new Map([...db.rows('ratings', ['id', 'rating'])].map((row) => [asId(row.id), asInteger(row.rating)]))
  for (const row of db.rows('books_ratings_link', ['book', 'rating'])) {
    const [file, rating] = [calibreFileOf(library, asId(row.book), null), stars.get(asId(row.rating)) ?? 0]
    if (!file) yield skippedRecord('rating', `Calibre book ${asId(row.book)}`, 'no_file')
    else if (rating <= 0) yield skippedRecord('rating', `Calibre book ${asId(row.book)}`, 'rating_empty')
    else
      yield {
        type: 'rating',
        userId: WHOEVER_IMPORTS,
        of: 'book',
        id: file.recordId,
        rating: rating * 10,
        notes: null,
        at: null,
      }
  }
}

function* annotations(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
  const notes: ImportRecord[] = []
  for (const row of db.rows('annotations', [
    'book',
    'format',
    'user_type',
    'user',
    'timestamp',
    'annot_type',
    'annot_data',
  ])) {
    const [type, file] = [asText(row.annot_type), calibreFileOf(library, asId(row.book), asText(row.format))]
    if (type === 'last-read') continue
    const data = asJson(row.annot_data) as Record<string, unknown> | null
    if (!file || !data || asFlag(data.removed as never)) {
      yield skippedRecord(
        'annotation',
        `Calibre book ${asId(row.book)}`,
        !file ? 'item_gone' : data ? 'removed' : 'unreadable',
      )
      continue
    }
    const userId = asText(row.user_type) === 'web' ? userOf(asText(row.user)) : WHOEVER_IMPORTS
    const text = (name: string) => (typeof data[name] === 'string' ? (data[name] as string).slice(0, 20_000) : null)
    const own = { userId, bookId: file.recordId, page: null, at: asTime(row.timestamp) }
    const cfi = (name: string) => (text(name) ? `epubcfi(${text(name)!.replace(/^epubcfi\((.*)\)$/s, '$1')})` : null)
    if (type === 'bookmark') {
      const pos = cfi('pos')
      yield { type: 'bookmark', ...own, locator: pos ? { locations: { fragments: [pos] } } : null, note: text('title') }
    } else {
      const spineIndex = typeof data.spine_index === 'number' ? data.spine_index : null
      const fragments = [cfi('start_cfi'), cfi('end_cfi')].filter((one) => one !== null)
      const locator = { spineIndex, locations: { fragments }, text: { highlight: text('highlighted_text') } }
      const color = asText((data.style as { which?: string } | undefined)?.which ?? null, 50)
      notes.push({ type: 'annotation', ...own, locator, text: text('highlighted_text'), note: text('notes'), color })
    }
  }
  yield* notes
}
