import { rowLabel } from '../../contract/import-details.ts'
import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { asId, asInteger, asJson, asNumber, asText, asTime } from '../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../records.ts'
import { skippedOrphan } from './source-reader.ts'

/** What people marked in Stump: reviews, favourites, bookmarks, highlights and notes. */
export function* stumpRatingsAndNotes(db: ForeignDatabase): Generator<ImportRecord> {
  yield* reviews(db)
  yield* favourites(db)
  yield* bookmarks(db)
  yield* annotations(db)
}

/** Stars from 1 to 5; where somebody gave more, the scale is that of ten or of a hundred. */
function* reviews(db: ForeignDatabase): Generator<ImportRecord> {
  let most = 0
  for (const row of db.rows('reviews', ['rating'])) most = Math.max(most, asNumber(row.rating) ?? 0)
  const factor = most <= 5 ? 20 : most <= 10 ? 10 : 1
  for (const row of db.rows('reviews', ['media_id', 'user_id', 'rating', 'content', 'created_at'])) {
    const [userId, id, stars] = [asId(row.user_id), asId(row.media_id), asNumber(row.rating)]
    if (!userId || !id) {
      yield skippedOrphan('rating', id)
      continue
    }
    const at = asTime(row.created_at)
    yield {
      type: 'rating',
      userId,
      of: 'book',
      id,
      rating: stars ? stars * factor : null,
      notes: asText(row.content),
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
      yield skippedRecord('favourite', rowLabel(what, asId(row[column])), 'favourites')
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
    const [userId, bookId, cfi] = [asId(row.user_id), asId(row.media_id), asText(row.epubcfi)]
    if (!userId || !bookId) {
      yield skippedOrphan('bookmark', bookId)
      continue
    }
    yield {
      type: 'bookmark',
      userId,
      bookId,
      page: asInteger(row.page),
      locator: stumpLocatorOf(asJson(row.locator), cfi),
      note: asText(row.preview_content),
      at: asTime(row.created_at),
    }
  }
}

/** 0.1 says it as Readium does, 0.0 by a CFI. */
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
      const [userId, bookId, text] = [asId(row.user_id), asId(row.media_id), asText(row.highlighted_text)]
      if (!userId || !bookId) {
        yield skippedOrphan('annotation', bookId)
        continue
      }
      const locator = stumpLocatorOf(asJson(row.locator), asText(row.epubcfi))
      const note = asText(row.notes) ?? asText(row.annotation_text)
      yield {
        type: 'annotation',
        userId,
        bookId,
        page: asInteger(row.page),
        locator,
        text,
        note,
        color: null,
        at: asTime(row.created_at),
      }
    }
  }
}

const bareCfi = (cfi: string): string => cfi.replace(/^epubcfi\((.*)\)$/s, '$1')
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
