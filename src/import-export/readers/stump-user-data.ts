import { importRowLabel } from '../../contract/import-details.ts'
import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import {
  foreignIdOf,
  foreignIntegerOf,
  foreignJsonOf,
  foreignNumberOf,
  foreignTextOf,
  foreignTimeOf,
} from '../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../records.ts'
import { skippedOrphan } from './source-reader.ts'

/** Stump's reviews, favourites, bookmarks, highlights and notes. */
export function* stumpUserData(db: ForeignDatabase): Generator<ImportRecord> {
  yield* reviews(db)
  yield* favourites(db)
  yield* bookmarks(db)
  yield* annotations(db)
}

/** Stars from 1 to 5; if any rating is higher, the scale goes to ten or a hundred. */
function* reviews(db: ForeignDatabase): Generator<ImportRecord> {
  let max = 0
  for (const row of db.rows('reviews', ['rating'])) max = Math.max(max, foreignNumberOf(row.rating) ?? 0)
  const factor = max <= 5 ? 20 : max <= 10 ? 10 : 1
  for (const row of db.rows('reviews', ['media_id', 'user_id', 'rating', 'content', 'created_at'])) {
    const [userId, id, stars] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id), foreignNumberOf(row.rating)]
    if (!userId || !id) {
      yield skippedOrphan('rating', id)
      continue
    }
    const at = foreignTimeOf(row.created_at)
    yield {
      type: 'rating',
      userId,
      of: 'book',
      id,
      rating: stars ? stars * factor : null,
      notes: foreignTextOf(row.content),
      at,
    }
  }
}

function* favourites(db: ForeignDatabase): Generator<ImportRecord> {
  for (const [table, column, what] of [
    ['favorite_media', 'media_id', 'book'],
    ['favorite_series', 'series_id', 'series'],
    ['favorite_library', 'library_id', 'library'],
  ] as const) {
    for (const row of db.rows(table, [column])) {
      yield skippedRecord('favourite', importRowLabel(what, foreignIdOf(row[column])), 'favourites')
    }
  }
}

function* bookmarks(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('bookmarks', [
    'media_id',
    'user_id',
    'page',
    'epubcfi',
    'locator',
    'preview_content',
    'created_at',
  ])) {
    const [userId, bookId, cfi] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id), foreignTextOf(row.epubcfi)]
    if (!userId || !bookId) {
      yield skippedOrphan('bookmark', bookId)
      continue
    }
    yield {
      type: 'bookmark',
      userId,
      bookId,
      page: foreignIntegerOf(row.page),
      locator: stumpLocatorOf(foreignJsonOf(row.locator), cfi),
      note: foreignTextOf(row.preview_content),
      at: foreignTimeOf(row.created_at),
    }
  }
}

/** 0.1 stores a Readium locator, 0.0 a CFI. */
export function stumpLocatorOf(locator: unknown, cfi: string | null): Record<string, unknown> | null {
  if (isObject(locator)) return locator
  return cfi === null ? null : { locations: { fragments: [`epubcfi(${bareCfi(cfi)})`] } }
}

function* annotations(db: ForeignDatabase): Generator<ImportRecord> {
  for (const table of ['media_annotations', 'media_annotation']) {
    const columns = [
      'media_id',
      'user_id',
      'highlighted_text',
      'epubcfi',
      'locator',
      'page',
      'notes',
      'created_at',
    ] as const
    for (const row of db.rows(table, [...columns, 'annotation_text'])) {
      const [userId, bookId, text] = [
        foreignIdOf(row.user_id),
        foreignIdOf(row.media_id),
        foreignTextOf(row.highlighted_text),
      ]
      if (!userId || !bookId) {
        yield skippedOrphan('annotation', bookId)
        continue
      }
      const locator = stumpLocatorOf(foreignJsonOf(row.locator), foreignTextOf(row.epubcfi))
      const note = foreignTextOf(row.notes) ?? foreignTextOf(row.annotation_text)
      yield {
        type: 'annotation',
        userId,
        bookId,
        page: foreignIntegerOf(row.page),
        locator,
        text,
        note,
        color: null,
        at: foreignTimeOf(row.created_at),
      }
    }
  }
}

const bareCfi = (cfi: string): string => cfi.replace(/^epubcfi\((.*)\)$/s, '$1')
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
