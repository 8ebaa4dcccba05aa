import { createHash } from 'node:crypto'
import { annotationColumns } from '../../catalog/annotations/save-annotation.ts'
import type { Locator } from '../../catalog/progress/locator.ts'
import { annotationColors, annotationStyles } from '../../contract/annotations.ts'
import { problem } from '../../contract/problems.ts'
import type { PublicationStructure } from '../../store/book/publication-structure.ts'
import {
  findAnnotationKeys,
  type ImportedAnnotation,
  insertImportedAnnotations,
} from '../../store/import/annotations.ts'
import {
  bookmarkKey,
  findBookmarkKeys,
  type ImportedBookmark,
  insertImportedBookmarks,
} from '../../store/import/bookmarks.ts'
import { inChunks } from '../../store/in-chunks.ts'
import { readPublicationStructures } from '../../store/page/read-pages.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { parseUid, uidMapKey } from '../../store/uid.ts'
import type { AnnotationRecord, BookmarkRecord } from '../records.ts'
import { locatorText, PUBLICATIONS_PER_BATCH } from './apply-progress.ts'
import { cutText } from './cut-text.ts'
import {
  type ImportRunState,
  inTransactionOrDryRun,
  isNewInDryRun,
  mustWaitForAnalysis,
  reportNameOfRow,
} from './import-state.ts'
import type { MatchedBook } from './match-books.ts'
import { groupByUser, resolveUserAndBook } from './resolve-user-and-book.ts'
import { spineIndexOfCfi } from './spine-index-of-cfi.ts'

/** Rows whose person and book are known, and whose book has been looked into, a few books at a time with what is in them. */
async function* withOutlines<Row extends BookmarkRecord | AnnotationRecord>(
  state: ImportRunState,
  records: readonly Row[],
) {
  const ready = resolveUserAndBook(state, records).filter(({ record, book }) => {
    return !mustWaitForAnalysis(state, record.type, book, nameOfRow(state, record))
  })
  for (const [userId, rows] of groupByUser(ready)) {
    for (const some of inChunks(rows, PUBLICATIONS_PER_BATCH)) {
      const pointing = some.filter(({ record }) => needsOutline(record.locator as Locator | null))
      const outlines = await readPublicationStructures(state.deps.db, [...new Set(pointing.map(({ book }) => book.id))])
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
        note: cutText(state, 'bookmark', nameOfRow(state, record), record.note, 10_000),
        at: record.at ?? state.readAt,
      }
    })
    const bookIds = marks.map((mark) => mark.bookId)
    const added = await inTransactionOrDryRun(state, async (tx) => {
      const here = await findBookmarkKeys(tx ?? state.deps.db.query, userId, bookIds)
      const fresh = marks.filter((mark) => {
        const key = bookmarkKey(mark)
        if (here.has(key)) return false
        here.add(key)
        return tx !== undefined || isNewInDryRun(state, `bookmark ${userId} ${key}`)
      })
      if (tx && fresh.length > 0) {
        await insertImportedBookmarks(tx, userId, fresh)
        await bumpRevisions(tx, `user:${userId}`)
      }
      return fresh.length
    })
    state.report.count('bookmark', 'imported', added)
    state.report.count('bookmark', 'unchanged', marks.length - added)
  }
}

const nameOfRow = (state: ImportRunState, { bookId, userId }: BookmarkRecord | AnnotationRecord) =>
  reportNameOfRow(state, 'book', bookId, userId)

const needsOutline = (locator: Locator | null): boolean => locator !== null && typeof locator.href !== 'string'

/** The document that a place is in, where the source counts documents or points by a CFI. */
function withHref(
  book: MatchedBook,
  locator: Locator,
  outlines: ReadonlyMap<number, PublicationStructure>,
): Locator | null {
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
    const ownUids = findOwnUids(state, rows)
    const notes = rows.map(({ record, book }) => ({
      name: nameOfRow(state, record),
      row: toAnnotation(state, userId, record, book, outlines, ownUids),
    }))
    const uids = notes.map(({ row }) => row.uid)
    const fresh = await inTransactionOrDryRun(state, async (tx) => {
      const here = await findAnnotationKeys(tx ?? state.deps.db.query, userId, uids)
      const added = notes.filter(({ row }) => {
        const key = uidMapKey(row.uid)
        if (here.has(key)) return false
        here.add(key)
        return tx !== undefined || isNewInDryRun(state, `annotation ${key}`)
      })
      if (tx && added.length > 0) {
        const max = await insertImportedAnnotations(
          tx,
          userId,
          added.map(({ row }) => row),
        )
        if (max > MAX_PER_BOOK) {
          throw problem('conflict', `A book can have at most ${MAX_PER_BOOK} annotations. Delete some first.`)
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

/** Annotations of Lectern keep their ids. */
function findOwnUids(state: ImportRunState, rows: readonly { record: AnnotationRecord }[]): Map<string, Uint8Array> {
  const uids = new Map<string, Uint8Array>()
  if (state.kind !== 'lectern') return uids
  for (const { record } of rows) {
    const uid = record.id && parseUid(record.id)
    if (uid) uids.set(record.id!, uid)
  }
  return uids
}

function toAnnotation(
  state: ImportRunState,
  userId: number,
  record: AnnotationRecord,
  book: MatchedBook,
  outlines: ReadonlyMap<number, PublicationStructure>,
  ownUids: ReadonlyMap<string, Uint8Array>,
): ImportedAnnotation {
  const found = withHref(book, (record.locator ?? {}) as Locator, outlines)
  const locator: Locator = found ?? { href: '', locations: record.page === null ? {} : { position: record.page } }
  if (record.text) {
    const before = typeof locator.text === 'object' ? locator.text : {}
    locator.text = { ...before, highlight: cutText(state, 'annotation', nameOfRow(state, record), record.text, 20_000) }
  }
  const uid = createHash('sha256')
    .update(JSON.stringify([userId, book.id, record.locator, record.text, record.note]))
    .digest()
    .subarray(0, 16)
  const at = record.at ?? state.readAt
  const color = annotationColors.find((one) => one === record.color) ?? colorOf(record.color)
  const note = cutText(state, 'annotation', nameOfRow(state, record), record.note, 20_000)
  const style = annotationStyles.find((one) => one === record.style) ?? 'highlight'
  const columns = annotationColumns({ locator, color, style, note, createdAt: at, updatedAt: at }, book)
  return { ...columns, uid: ownUids.get(record.id ?? '') ?? Uint8Array.from(uid), bookId: book.id }
}

const MAX_PER_BOOK = 10_000

/** Kavita numbers its colours, Calibre names them. */
function colorOf(color: string | null): (typeof annotationColors)[number] {
  const index = Number(color)
  if (color !== null && Number.isInteger(index)) return annotationColors[index % annotationColors.length]!
  return annotationColors.find((one) => color?.toLowerCase().includes(one)) ?? 'yellow'
}
