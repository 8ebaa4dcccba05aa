import { createHash } from 'node:crypto'
import { annotationColumns } from '../../catalog/annotations/save-annotation.ts'
import type { Locator } from '../../catalog/progress/locator.ts'
import { annotationColors, annotationStyles } from '../../contract/annotations.ts'
import { problem } from '../../contract/problems.ts'
import {
  findAnnotationKeys,
  type ImportedAnnotation,
  insertImportedAnnotations,
} from '../../store/import/annotations.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { parseUid, uidMapKey } from '../../store/uid.ts'
import type { AnnotationRecord } from '../user-records.ts'
import { cutText } from './cut-text.ts'
import { type ImportRunState, inTransactionOrDryRun, isNewInDryRun } from './import-run-state.ts'
import type { MatchedBook } from './match-books.ts'
import { type KnownTexts, locatorWithHref, nameOfRow, readyRecordsWithOutlines } from './records-with-outlines.ts'

/** Highlights and notes. Their id is a hash of their content, so that a second run finds them. */
export async function applyAnnotations(state: ImportRunState, records: readonly AnnotationRecord[]): Promise<void> {
  for await (const { userId, rows, known } of readyRecordsWithOutlines(state, records)) {
    const ownUids = findOwnUids(state, rows)
    const notes = rows.map(({ record, book }) => ({
      name: nameOfRow(state, record),
      row: toAnnotation(state, userId, record, book, known, ownUids),
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
  known: KnownTexts,
  ownUids: ReadonlyMap<string, Uint8Array>,
): ImportedAnnotation {
  const found = locatorWithHref(book, (record.locator ?? {}) as Locator, known)
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
  if (color !== null && Number.isInteger(index)) return annotationColors.at(index % annotationColors.length)!
  return annotationColors.find((one) => color?.toLowerCase().includes(one)) ?? 'yellow'
}
