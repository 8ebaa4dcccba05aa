import { createHash } from 'node:crypto'
import { createAnnotation } from '../../catalog/annotations/save-annotation.ts'
import type { Locator } from '../../catalog/progress/locator.ts'
import { annotationColors } from '../../contract/annotations.ts'
import { findAnnotationByUid } from '../../store/annotation/annotation.ts'
import {
  addImportedBookmark,
  addImportedRating,
  addImportedWantToRead,
  hasBookmark,
  hasWantToRead,
  readRatedAt,
} from '../../store/import/ratings-want-to-read-and-bookmarks.ts'
import { readOutline } from '../../store/page/book-files-and-pages.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { SkipReason } from '../import-report.ts'
import type { AnnotationRecord, BookmarkRecord, RatingRecord, WantToReadRecord } from '../records.ts'
import { locatorText } from './apply-progress.ts'
import { spineIndexOfCfi } from './cfi.ts'
import {
  findImportedPerson,
  type ImportRunState,
  isNewInDryRun,
  isSkipReason,
  mustWaitForAnalysis,
  nameOfRow,
} from './import-state.ts'
import type { MatchedBook } from './match-books.ts'

/** The inner id of what a row is about, or why there is none. */
function idOf(state: ImportRunState, { of, id }: Pick<RatingRecord, 'of' | 'id'>): number | SkipReason {
  if (of === 'series') return state.seriesIds.get(id) ?? state.seriesReasons.get(id) ?? 'series_not_found'
  return state.matcher.found.get(id)?.id ?? state.matcher.reasons.get(id) ?? 'book_not_found'
}

export async function applyRatings(state: ImportRunState, records: readonly RatingRecord[]): Promise<void> {
  for (const record of records) {
    const [person, id] = [findImportedPerson(state, record.userId), idOf(state, record)]
    const name = nameOfRow(state, record.of, record.id, record.userId)
    if (isSkipReason(person)) state.report.leave('rating', name, person)
    else if (isSkipReason(id)) state.report.leave('rating', name, id)
    else if (record.rating === null)
      state.report.leave('rating', name, 'no_twin', 'Reviews without a rating are not supported.')
    else if (record.rating <= 0 || record.rating > MOST_RATING)
      state.report.leave('rating', name, 'invalid_value', `The rating is ${record.rating}.`)
    else {
      const rating = Math.max(1, Math.round(record.rating))
      const given = { rating, notes: record.notes?.slice(0, 10_000) ?? null, at: record.at ?? 1 }
      const outcome = state.isDryRun
        ? await tryRating(state, person.id, record.of, id, given.at)
        : await state.deps.db.transaction(async (tx) => {
            const done = await addImportedRating(tx, person.id, record.of, id, given)
            await bumpRevisions(tx, 'catalog', `user:${person.id}`)
            return done
          })
      if (outcome === 'older') state.report.leave('rating', name, 'already_here')
      else state.report.count('rating', outcome)
    }
  }
}

const MOST_RATING = 100

/** What would become of it. */
async function tryRating(state: ImportRunState, userId: number, of: RatingRecord['of'], id: number, at: number) {
  const key = `rating ${userId} ${of} ${id}`
  const before = (state.pretended.get(key) as number | undefined) ?? (await readRatedAt(state.deps.db, userId, of, id))
  if (before !== undefined && before >= at) return 'older'
  state.pretended.set(key, at)
  return before === undefined ? 'imported' : 'updated'
}

export async function applyWantToRead(state: ImportRunState, records: readonly WantToReadRecord[]): Promise<void> {
  for (const record of records) {
    const [person, id] = [findImportedPerson(state, record.userId), idOf(state, record)]
    const name = nameOfRow(state, record.of, record.id, record.userId)
    if (isSkipReason(person)) state.report.leave('wish', name, person)
    else if (isSkipReason(id)) state.report.leave('wish', name, id)
    else {
      const isAdded = state.isDryRun
        ? !(await hasWantToRead(state.deps.db, person.id, record.of, id)) &&
          isNewInDryRun(state, `wish ${person.id} ${record.of} ${id}`)
        : await state.deps.db.transaction(async (tx) => {
            const added = await addImportedWantToRead(tx, person.id, record.of, id, record.at ?? state.readAt)
            if (added) await bumpRevisions(tx, `user:${person.id}`)
            return added
          })
      state.report.count('wish', isAdded ? 'imported' : 'unchanged')
    }
  }
}

export async function applyBookmarks(state: ImportRunState, records: readonly BookmarkRecord[]): Promise<void> {
  for (const record of records) {
    const [person, book] = [findImportedPerson(state, record.userId), state.matcher.found.get(record.bookId)]
    const name = nameOfRow(state, 'book', record.bookId, record.userId)
    if (isSkipReason(person)) state.report.leave('bookmark', name, person)
    else if (!book) state.report.leave('bookmark', name, state.matcher.reasons.get(record.bookId) ?? 'book_not_found')
    else if (!mustWaitForAnalysis(state, 'bookmark', book, name)) {
      const locator = record.locator && (await withHref(state, book, record.locator))
      const page =
        record.page === null ? null : Math.max(1, Math.min(Math.trunc(record.page), book.pageCount || 1_000_000))
      const mark = {
        page: locatorText(locator) ? null : (page ?? 1),
        locator: locatorText(locator),
        note: record.note?.slice(0, 10_000) ?? null,
        at: record.at ?? state.readAt,
      }
      const { at: _, ...place } = mark
      const isAdded = state.isDryRun
        ? !(await hasBookmark(state.deps.db.query, person.id, book.id, place)) &&
          isNewInDryRun(state, `bookmark ${person.id} ${book.id} ${JSON.stringify(place)}`)
        : await state.deps.db.transaction(async (tx) => {
            const added = await addImportedBookmark(tx, person.id, book.id, mark)
            if (added) await bumpRevisions(tx, `user:${person.id}`)
            return added
          })
      state.report.count('bookmark', isAdded ? 'imported' : 'unchanged')
    }
  }
}

/** The document that a place is in, where the source counts documents or points by a CFI. */
async function withHref(state: ImportRunState, book: MatchedBook, locator: Locator): Promise<Locator | null> {
  if (typeof locator.href === 'string') return locator
  const spineIndex = typeof locator.spineIndex === 'number' ? locator.spineIndex : undefined
  const index = spineIndexOfCfi(locator.locations?.fragments?.[0]) ?? spineIndex
  const outline =
    index === undefined
      ? undefined
      : await readOutline(state.deps.db, { id: book.id, version: `${book.hash}-${book.size}` })
  const item = outline?.readingOrder[index!]
  if (!item) return null
  const { spineIndex: _, ...rest } = locator
  return { ...rest, href: item.href, type: item.mediaType ?? 'application/xhtml+xml' }
}

/** Highlights and notes. Their id is made of what they are, so that a second run finds them. */
export async function applyAnnotations(state: ImportRunState, records: readonly AnnotationRecord[]): Promise<void> {
  for (const record of records) {
    const [person, book] = [findImportedPerson(state, record.userId), state.matcher.found.get(record.bookId)]
    const name = nameOfRow(state, 'book', record.bookId, record.userId)
    if (isSkipReason(person)) {
      state.report.leave('annotation', name, person)
      continue
    }
    if (!book) {
      state.report.leave('annotation', name, state.matcher.reasons.get(record.bookId) ?? 'book_not_found')
      continue
    }
    if (mustWaitForAnalysis(state, 'annotation', book, name)) continue
    const found = await withHref(state, book, (record.locator ?? {}) as Locator)
    const locator: Locator = found ?? { href: '', locations: record.page === null ? {} : { position: record.page } }
    if (record.text)
      locator.text = {
        ...(typeof locator.text === 'object' ? locator.text : {}),
        highlight: record.text.slice(0, 20_000),
      }
    const at = record.at ?? state.readAt
    const uid = createHash('sha256')
      .update(JSON.stringify([person.id, book.id, record.locator, record.text, record.note]))
      .digest()
      .subarray(0, 16)
    const before = await findAnnotationByUid(state.deps.db.query, uid)
    if (before || (state.isDryRun && !isNewInDryRun(state, `annotation ${uid.toString('hex')}`))) {
      state.report.leave('annotation', name, 'already_here')
      continue
    }
    if (state.isDryRun) {
      state.report.count('annotation', 'imported')
      continue
    }
    const color = annotationColors.find((one) => one === record.color) ?? colorOf(record.color)
    const input = {
      uid: Uint8Array.from(uid),
      locator,
      color,
      note: record.note?.slice(0, 20_000) ?? null,
      createdAt: at,
      updatedAt: at,
    }
    await createAnnotation(state.deps.db, person.id, book, input, MOST_PER_BOOK)
    state.report.count('annotation', 'imported')
  }
}

const MOST_PER_BOOK = 10_000

/** Kavita numbers its colours, Calibre names them. */
function colorOf(color: string | null): (typeof annotationColors)[number] {
  const index = Number(color)
  if (color !== null && Number.isInteger(index)) return annotationColors[index % annotationColors.length]!
  return annotationColors.find((one) => color?.toLowerCase().includes(one)) ?? 'yellow'
}
