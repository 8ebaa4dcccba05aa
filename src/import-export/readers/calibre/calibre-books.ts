import { type ImportRowName, importRowLabel } from '../../../contract/import-details.ts'
import { bookFormatOfPath } from '../../../formats/book-formats.ts'
import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignIntegerOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { type BookMetadataRecord, type ImportRecord, skippedRecord } from '../../records.ts'
import { groupRows } from '../foreign-rows.ts'
import type { CalibreColumns } from './calibre-columns.ts'
import { readCalibreUnwrittenMetadata } from './calibre-unwritten-metadata.ts'

/** Initial settings for a library that is created from such a folder. */
export const calibreStrategies = {
  seriesStrategy: 'calibre',
  bookStrategy: 'metadata_first',
  numberStrategy: 'smart',
  // Calibre stores the cover beside the book, and rarely inside.
  metadataConfig: { localArtwork: true },
}

export interface CalibreBooks {
  id: string
  root: string
  /** Calibre's number of a book → its files, each of which is a book here; the best one to read first. */
  byBook: Map<string, CalibreFile[]>
  titles: Map<string, string>
  /** Calibre's number of a book → the folder of its files, below the root. */
  folders: Map<string, string>
  addedAt: Map<string, number | null>
}

interface CalibreFile {
  recordId: string
  path: string
  format: string
  size: number | null
}

export function readCalibreBooks(db: ForeignDatabase, root: string): CalibreBooks {
  const [library] = [...db.rows('library_id', ['uuid'])]
  const files = groupRows(db.rows('data', ['book', 'format', 'name', 'uncompressed_size']), (row) =>
    foreignIdOf(row.book),
  )
  const byBook: CalibreBooks['byBook'] = new Map()
  const titles: CalibreBooks['titles'] = new Map()
  const folders: CalibreBooks['folders'] = new Map()
  const addedAt: CalibreBooks['addedAt'] = new Map()
  for (const row of db.rows('books', ['id', 'uuid', 'path', 'title', 'timestamp'])) {
    const [id, path] = [foreignIdOf(row.id), foreignTextOf(row.path)]
    // Of two books with one number, as in a damaged database, the first has the files.
    if (id === null || byBook.has(id)) continue
    const title = foreignTextOf(row.title, 500)
    if (title !== null) titles.set(id, title)
    if (path !== null) folders.set(id, path)
    addedAt.set(id, foreignTimeOf(row.timestamp))
    const own = (path === null ? [] : (files.get(id) ?? [])).flatMap((file) => {
      const [format, name] = [foreignTextOf(file.format)?.toUpperCase(), foreignTextOf(file.name)]
      if (!format || !name) return []
      const size = foreignIntegerOf(file.uncompressed_size) || null
      // The folder changes whenever title or author do; the UUID stays.
      const recordId = `${foreignTextOf(row.uuid) ?? id}.${format}`
      return [{ recordId, path: `${root === '/' ? '' : root}/${path}/${name}.${format.toLowerCase()}`, format, size }]
    })
    byBook.set(
      id,
      own.sort((a, b) => rank(a.format) - rank(b.format)),
    )
  }
  return { id: foreignTextOf(library?.uuid ?? null) ?? 'calibre', root, byBook, titles, folders, addedAt }
}

const BEST = ['EPUB', 'CBZ', 'CBR', 'CB7', 'PDF']
const rank = (format: string): number => (BEST.includes(format) ? BEST.indexOf(format) : BEST.length)

/**
 * The file that is read: the one of that format, or the best available. `isOther`: the format can't be read here, or the
 * file is gone, so that a position in it says nothing about this one.
 */
export function calibreFileOf(
  { byBook }: CalibreBooks,
  bookId: string | null,
  format: string | null,
): (CalibreFile & { isOther: boolean }) | undefined {
  const [best, ...others] = byBook.get(bookId ?? '') ?? []
  if (!best) return undefined
  const named = format === null ? best : [best, ...others].find((file) => file.format === format.toUpperCase())
  const file = named && bookFormatOfPath(named.path) ? named : best
  return { ...file, isOther: file !== named }
}

/** The name of a book's row in the report. */
export const nameOfCalibreBook = ({ titles }: CalibreBooks, id: string | null): ImportRowName =>
  titles.get(id ?? '') ?? importRowLabel('calibre_book', id)

export function* calibreBookRecords(
  db: ForeignDatabase,
  library: CalibreBooks,
  columns: CalibreColumns,
  lacksOpf: (folder: string) => boolean = () => false,
): Generator<ImportRecord> {
  const late = readCalibreUnwrittenMetadata(db, (id) => {
    const folder = library.folders.get(id)
    return folder !== undefined && lacksOpf(folder)
  })
  for (const [id, files] of library.byBook) {
    if (files.length === 0) yield skippedRecord('book without a file', nameOfCalibreBook(library, id), 'no_file')
    const custom = columns.customOf(id)
    const late1 = late.of(id)
    const metadata: BookMetadataRecord | undefined =
      custom || late1
        ? { ...late1, fields: { ...late1?.fields, ...(custom && { customMetadata: custom }) } }
        : undefined
    const series = late.seriesOf(id)
    const addedAt = library.addedAt.get(id) ?? null
    for (const { recordId, path, size } of files) {
      const known = { libraryId: library.id, seriesId: null, path, size, syncHash: null, sha256: null, addedAt }
      yield { type: 'book', id: recordId, ...known, ...(metadata && { metadata }), ...(series && { series }) }
    }
  }
  for (const { label, bookId, why } of columns.left(library.byBook)) {
    const title = library.titles.get(bookId)
    const name =
      title === undefined ? importRowLabel('calibre_column', bookId, { column: label }) : `${title}: ${label}`
    yield skippedRecord('book metadata', bookId === '' ? label : name, why)
  }
  yield* late.left(library)
  for (const row of db.rows('data', ['book', 'format', 'name'])) {
    const [id, isNamed] = [
      foreignIdOf(row.book),
      foreignTextOf(row.format) !== null && foreignTextOf(row.name) !== null,
    ]
    if (!isNamed || !library.folders.has(id ?? '')) {
      yield skippedRecord('book', nameOfCalibreBook(library, id), 'file_unnamed')
    }
  }
}
