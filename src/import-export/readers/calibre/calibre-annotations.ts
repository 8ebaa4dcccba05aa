import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignIdOf,
  foreignJsonOf,
  foreignTextOf,
  foreignTimeOf,
  MAX_TEXT,
} from '../../foreign-values.ts'
import { IMPORTING_USER_ID, type ImportRecord, skippedRecord } from '../../records.ts'
import { type CalibreBooks, calibreFileOf, nameOfCalibreBook } from './calibre-books.ts'
import { cfiOfCalibre, cfiRangeOfCalibre, pageOfCalibreComic } from './calibre-cfi.ts'
import { calibreUserOf } from './calibre-users.ts'

export function* calibreAnnotations(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
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
    const [type, file] = [
      foreignTextOf(row.annot_type),
      calibreFileOf(library, foreignIdOf(row.book), foreignTextOf(row.format)),
    ]
    if (type === 'last-read') continue
    const data = foreignJsonOf(row.annot_data) as Record<string, unknown> | null
    if (!file || !data || foreignFlagOf(data.removed as never)) {
      yield skippedRecord(
        type === 'bookmark' ? 'bookmark' : 'annotation',
        nameOfCalibreBook(library, foreignIdOf(row.book)),
        !file ? 'item_gone' : data ? 'removed' : 'unreadable',
      )
      continue
    }
    const userId = foreignTextOf(row.user_type) === 'web' ? calibreUserOf(foreignTextOf(row.user)) : IMPORTING_USER_ID
    const text = (name: string) => (typeof data[name] === 'string' ? (data[name] as string).slice(0, MAX_TEXT) : null)
    const own = { userId, bookId: file.recordId, page: null, at: foreignTimeOf(row.timestamp) }
    if (type === 'bookmark') {
      const position = file.isOther ? '' : (text('pos') ?? '')
      const isComic = file.format.startsWith('CB')
      const page = isComic ? pageOfCalibreComic(position) : null
      const cfi = isComic ? null : cfiOfCalibre(position)
      yield { type, ...own, page, locator: cfi ? { locations: { fragments: [cfi] } } : null, note: text('title') }
    } else {
      const spineIndex = typeof data.spine_index === 'number' ? data.spine_index : null
      const [start, end] = [text('start_cfi'), text('end_cfi')]
      const isKnown = spineIndex !== null && start && end && !file.isOther
      const fragments = isKnown ? [cfiRangeOfCalibre(spineIndex, start, end)] : []
      const locator = {
        spineIndex: file.isOther ? null : spineIndex,
        locations: { fragments },
        text: { highlight: text('highlighted_text') },
      }
      const color = foreignTextOf((data.style as { which?: string } | undefined)?.which ?? null, 50)
      notes.push({ type: 'annotation', ...own, locator, text: text('highlighted_text'), note: text('notes'), color })
    }
  }
  yield* notes
}
