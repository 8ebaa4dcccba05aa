import { createHash } from 'node:crypto'
import { annotationColumns } from '../../catalog/annotations/save-annotation.ts'
import type { Locator } from '../../catalog/progress/locator.ts'
import { annotationColors } from '../../contract/annotations.ts'
import { describeDetail } from '../../contract/import-details.ts'
import { problem } from '../../contract/problems.ts'
import type { Outline } from '../../store/book/outline.ts'
import { findAnnotationKeys, type ImportedAnnotation, insertAnnotations } from '../../store/import/annotations.ts'
import {
  bookmarkKey,
  findBookmarkKeys,
  findRatedAt,
  findWantToRead,
  type ImportedBookmark,
  type ImportedRating,
  insertBookmarks,
  insertWantToRead,
  writeImportedRatings,
} from '../../store/import/ratings-want-to-read-and-bookmarks.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Tx } from '../../store/open.ts'
import { readOutlines } from '../../store/page/book-files-and-pages.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { uidKey } from '../../store/uid.ts'
import type { SkipReason } from '../import-report.ts'
import type { AnnotationRecord, BookmarkRecord, RatingRecord, WantToReadRecord } from '../records.ts'
import { locatorText, OUTLINES_AT_ONCE } from './apply-progress.ts'
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
import { groupByPerson, resolvePersonAndBook } from './resolve-person-and-book.ts'

/** In one transaction; in a dry run without any, which writes nothing. */
const runOrTry = <Outcome>(state: ImportRunState, work: (tx: Tx | undefined) => Promise<Outcome>): Promise<Outcome> =>
  state.isDryRun ? work(undefined) : state.deps.db.transaction(work)

/** The inner id of what a row is about, or why there is none. */
function idOf(state: ImportRunState, { of, id }: Pick<RatingRecord, 'of' | 'id'>): number | SkipReason {
  if (of === 'series') return state.seriesIds.get(id) ?? state.seriesReasons.get(id) ?? 'series_not_found'
  return state.matcher.found.get(id)?.id ?? state.matcher.reasons.get(id) ?? 'book_not_found'
}

interface ReadyRating {
  userId: number
  of: RatingRecord['of']
  id: number
  name: string
  given: ImportedRating
}

export async function applyRatings(state: ImportRunState, records: readonly RatingRecord[]): Promise<void> {
  const ready = records.flatMap((record): ReadyRating[] => {
    const [person, id] = [findImportedPerson(state, record.userId), idOf(state, record)]
    const name = nameOfRow(state, record.of, record.id, record.userId)
    if (isSkipReason(person)) state.report.leave('rating', name, person)
    else if (isSkipReason(id)) state.report.leave('rating', name, id)
    else if (record.rating === null) state.report.leave('rating', name, 'no_twin', 'review_only')
    else if (record.rating <= 0 || record.rating > MOST_RATING)
      state.report.leave(
        'rating',
        name,
        'invalid_value',
        describeDetail('rating_value', { rating: String(record.rating) }),
      )
    else {
      const rating = Math.max(1, Math.round(record.rating))
      const given = { rating, notes: record.notes?.slice(0, 10_000) ?? null, at: record.at ?? 1 }
      return [{ userId: person.id, of: record.of, id, name, given }]
    }
    return []
  })
  for (const rows of Map.groupBy(ready, ({ userId, of }) => `${userId} ${of}`).values()) {
    const outcomes = await runOrTry(state, (tx) => mergeRatings(state, tx, rows))
    for (const [index, { name }] of rows.entries()) {
      const outcome = outcomes[index]!
      if (outcome === 'older') state.report.leave('rating', name, 'already_here')
      else state.report.count('rating', outcome)
    }
  }
}

const MOST_RATING = 100

/** One that is here and newer stays. Answers what became of each row. */
async function mergeRatings(state: ImportRunState, tx: Tx | undefined, rows: readonly ReadyRating[]) {
  const { userId, of } = rows[0]!
  const ids = rows.map((row) => row.id)
  const ratedAt = await findRatedAt(tx ?? state.deps.db.query, userId, of, ids)
  const pretended = (id: number) => `rating ${userId} ${of} ${id}`
  if (!tx) {
    for (const id of ids) {
      const at = state.pretended.get(pretended(id)) as number | undefined
      if (at !== undefined) ratedAt.set(id, at)
    }
  }
  const newest = new Map<number, ImportedRating>()
  const outcomes = rows.map(({ id, given }) => {
    const before = ratedAt.get(id)
    if (before !== undefined && before >= given.at) return 'older' as const
    newest.set(id, given)
    ratedAt.set(id, given.at)
    return before === undefined ? ('imported' as const) : ('updated' as const)
  })
  if (!tx) for (const [id, { at }] of newest) state.pretended.set(pretended(id), at)
  else if (newest.size > 0) {
    await writeImportedRatings(tx, userId, of, newest)
    await bumpRevisions(tx, 'catalog', `user:${userId}`)
  }
  return outcomes
}

export async function applyWantToRead(state: ImportRunState, records: readonly WantToReadRecord[]): Promise<void> {
  const ready = records.flatMap((record) => {
    const [person, id] = [findImportedPerson(state, record.userId), idOf(state, record)]
    const reason = isSkipReason(person) ? person : isSkipReason(id) ? id : undefined
    if (!reason) return [{ userId: (person as { id: number }).id, of: record.of, id: id as number, at: record.at }]
    state.report.leave('wish', nameOfRow(state, record.of, record.id, record.userId), reason)
    return []
  })
  for (const rows of Map.groupBy(ready, ({ userId, of }) => `${userId} ${of}`).values()) {
    const { userId, of } = rows[0]!
    const ids = rows.map((row) => row.id)
    const added = await runOrTry(state, async (tx) => {
      const here = await findWantToRead(tx ?? state.deps.db.query, userId, of, ids)
      const fresh = new Map<number, number>()
      for (const { id, at } of rows) {
        if (here.has(id) || fresh.has(id)) continue
        if (tx || isNewInDryRun(state, `wish ${userId} ${of} ${id}`)) fresh.set(id, at ?? state.readAt)
      }
      if (tx && fresh.size > 0) {
        await insertWantToRead(tx, userId, of, fresh)
        await bumpRevisions(tx, `user:${userId}`)
      }
      return fresh.size
    })
    state.report.count('wish', 'imported', added)
    state.report.count('wish', 'unchanged', rows.length - added)
  }
}

/** Rows whose person and book are known, and whose book has been looked into, a few books at a time with what is in them. */
async function* withOutlines<Row extends BookmarkRecord | AnnotationRecord>(
  state: ImportRunState,
  records: readonly Row[],
) {
  const ready = resolvePersonAndBook(state, records).filter(({ record, book }) => {
    const name = nameOfRow(state, 'book', record.bookId, record.userId)
    return !mustWaitForAnalysis(state, record.type, book, name)
  })
  for (const [userId, rows] of groupByPerson(ready)) {
    for (const some of inChunks(rows, OUTLINES_AT_ONCE)) {
      const pointing = some.filter(({ record }) => needsOutline(record.locator as Locator | null))
      const outlines = await readOutlines(state.deps.db, [...new Set(pointing.map(({ book }) => book.id))])
      yield { userId, rows: some, outlines }
    }
  }
}

export async function applyBookmarks(state: ImportRunState, records: readonly BookmarkRecord[]): Promise<void> {
  for await (const { userId, rows, outlines } of withOutlines(state, records)) {
    const marks = rows.map(({ record, book }): ImportedBookmark => {
      const locator = locatorText(record.locator && withHref(book, record.locator, outlines))
      const page =
        record.page === null ? null : Math.max(1, Math.min(Math.trunc(record.page), book.pageCount || 1_000_000))
      return {
        bookId: book.id,
        page: locator ? null : (page ?? 1),
        locator,
        note: record.note?.slice(0, 10_000) ?? null,
        at: record.at ?? state.readAt,
      }
    })
    const bookIds = marks.map((mark) => mark.bookId)
    const added = await runOrTry(state, async (tx) => {
      const here = await findBookmarkKeys(tx ?? state.deps.db.query, userId, bookIds)
      const fresh = marks.filter((mark) => {
        const key = bookmarkKey(mark)
        if (here.has(key)) return false
        here.add(key)
        return tx !== undefined || isNewInDryRun(state, `bookmark ${userId} ${key}`)
      })
      if (tx && fresh.length > 0) {
        await insertBookmarks(tx, userId, fresh)
        await bumpRevisions(tx, `user:${userId}`)
      }
      return fresh.length
    })
    state.report.count('bookmark', 'imported', added)
    state.report.count('bookmark', 'unchanged', marks.length - added)
  }
}

const needsOutline = (locator: Locator | null): boolean => locator !== null && typeof locator.href !== 'string'

/** The document that a place is in, where the source counts documents or points by a CFI. */
function withHref(book: MatchedBook, locator: Locator, outlines: ReadonlyMap<number, Outline>): Locator | null {
  if (!needsOutline(locator)) return locator
  const spineIndex = typeof locator.spineIndex === 'number' ? locator.spineIndex : undefined
  const index = spineIndexOfCfi(locator.locations?.fragments?.[0]) ?? spineIndex
  const item = index === undefined ? undefined : outlines.get(book.id)?.readingOrder[index]
  if (!item) return null
  const { spineIndex: _, ...rest } = locator
  return { ...rest, href: item.href, type: item.mediaType ?? 'application/xhtml+xml' }
}

/** Highlights and notes. Their id is made of what they are, so that a second run finds them. */
export async function applyAnnotations(state: ImportRunState, records: readonly AnnotationRecord[]): Promise<void> {
  for await (const { userId, rows, outlines } of withOutlines(state, records)) {
    const notes = rows.map(({ record, book }) => ({
      name: nameOfRow(state, 'book', record.bookId, record.userId),
      row: toAnnotation(state, userId, record, book, outlines),
    }))
    const uids = notes.map(({ row }) => row.uid)
    const fresh = await runOrTry(state, async (tx) => {
      const here = await findAnnotationKeys(tx ?? state.deps.db.query, uids)
      const added = notes.filter(({ row }) => {
        const key = uidKey(row.uid)
        if (here.has(key)) return false
        here.add(key)
        return tx !== undefined || isNewInDryRun(state, `annotation ${key}`)
      })
      if (tx && added.length > 0) {
        const most = await insertAnnotations(
          tx,
          userId,
          added.map(({ row }) => row),
        )
        if (most > MOST_PER_BOOK) {
          throw problem('conflict', `A book can have at most ${MOST_PER_BOOK} annotations. Delete some first.`)
        }
        await bumpRevisions(tx, `user:${userId}`)
      }
      return new Set(added)
    })
    for (const note of notes) {
      if (fresh.has(note)) state.report.count('annotation', 'imported')
      else state.report.leave('annotation', note.name, 'already_here')
    }
  }
}

function toAnnotation(
  state: ImportRunState,
  userId: number,
  record: AnnotationRecord,
  book: MatchedBook,
  outlines: ReadonlyMap<number, Outline>,
): ImportedAnnotation {
  const found = withHref(book, (record.locator ?? {}) as Locator, outlines)
  const locator: Locator = found ?? { href: '', locations: record.page === null ? {} : { position: record.page } }
  if (record.text) {
    const before = typeof locator.text === 'object' ? locator.text : {}
    locator.text = { ...before, highlight: record.text.slice(0, 20_000) }
  }
  const uid = createHash('sha256')
    .update(JSON.stringify([userId, book.id, record.locator, record.text, record.note]))
    .digest()
    .subarray(0, 16)
  const at = record.at ?? state.readAt
  const color = annotationColors.find((one) => one === record.color) ?? colorOf(record.color)
  const note = record.note?.slice(0, 20_000) ?? null
  const columns = annotationColumns({ locator, color, note, createdAt: at, updatedAt: at }, book)
  return { ...columns, uid: Uint8Array.from(uid), bookId: book.id }
}

const MOST_PER_BOOK = 10_000

/** Kavita numbers its colours, Calibre names them. */
function colorOf(color: string | null): (typeof annotationColors)[number] {
  const index = Number(color)
  if (color !== null && Number.isInteger(index)) return annotationColors[index % annotationColors.length]!
  return annotationColors.find((one) => color?.toLowerCase().includes(one)) ?? 'yellow'
}
