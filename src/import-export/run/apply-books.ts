import { computeEditedBook } from '../../catalog/metadata/compute-edited-book.ts'
import { editBooks } from '../../catalog/metadata/edit-books.ts'
import { addLocks } from '../../catalog/metadata/locks.ts'
import { type BookEdit, normaliseBookPatch } from '../../catalog/metadata/normalise-book-patch.ts'
import { describeImportDetail } from '../../contract/import-details.ts'
import { bookMetadataFields, bookMetadataPatchFields } from '../../contract/metadata.ts'
import { findBookEditTargetsById } from '../../store/import/edit-targets-by-id.ts'
import { storeForeignIds } from '../../store/import/foreign-ids.ts'
import { inChunks } from '../../store/in-chunks.ts'
import { type EditableBook, readEditableBooks } from '../../store/metadata/editable-book.ts'
import type { RowDetail, SkipReason } from '../import-report.ts'
import type { BookMetadataRecord, BookRecord } from '../records.ts'
import { applyBatchOrEachRow } from './apply-batch-or-each-row.ts'
import { findBooksWithSameExternalData, saveExternalData } from './apply-external-data.ts'
import { leaveOutExtrasOfEarlierRuns } from './extra-metadata-rows.ts'
import { fitCustomMetadata } from './fit-custom-metadata.ts'
import { makeFieldFitter } from './fit-field-to-api.ts'
import { type ImportRunState, reportNameOf } from './import-run-state.ts'
import {
  type DecideField,
  type ImportedState,
  parseImportedState,
  shortHash,
  takeChangedFields,
} from './take-changed-fields.ts'

/** Finds their books among ours. `countAndRecordMatches` searches once more for the rest. */
export async function matchBookRecords(
  state: ImportRunState,
  records: readonly BookRecord[],
  edits: Map<string, BookMetadataRecord>,
): Promise<void> {
  await state.matcher.match(records)
  for (const record of records) {
    if (record.metadata && isRecord(record.metadata.fields)) edits.set(record.id, record.metadata)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Counts and stores the matches, and determines which of our series each of theirs is. */
export async function countAndRecordMatches(
  state: ImportRunState,
  books: readonly Pick<BookRecord, 'id' | 'path' | 'seriesId' | 'chapterId'>[],
): Promise<void> {
  await state.matcher.finish()
  const votes = new Map<string, Map<number, number>>()
  const knownSeries = new Set<string>()
  const fresh: { foreignId: string; uid: Uint8Array; state: string | null }[] = []
  const chapters = new Map<string, { foreignId: string; uid: Uint8Array; state: null }>()
  for (const { id, path, seriesId, chapterId } of books) {
    const book = state.matcher.found.get(id)
    if (!book) {
      state.report.leave('book', path, state.matcher.reasons.get(id) ?? 'book_not_found')
      continue
    }
    state.report.count('book', book.isNew ? 'imported' : 'unchanged')
    if (book.isNew) fresh.push({ foreignId: id, uid: book.uid, state: null })
    if (chapterId && !chapters.has(chapterId)) {
      chapters.set(chapterId, { foreignId: chapterId, uid: book.uid, state: null })
    }
    if (seriesId === null) continue
    if (!book.isNew) knownSeries.add(seriesId)
    const ofSeries = votes.get(seriesId) ?? new Map<number, number>()
    votes.set(seriesId, ofSeries)
    ofSeries.set(book.seriesId, (ofSeries.get(book.seriesId) ?? 0) + 1)
  }
  for (const [foreignId, counts] of votes) {
    const [[best, count] = [0, 0]] = [...counts].sort(([, a], [, b]) => b - a)
    const total = [...counts.values()].reduce((sum, one) => sum + one, 0)
    if (count >= total * MAX_OF_IT) state.seriesIds.set(foreignId, best)
    else state.seriesReasons.set(foreignId, 'series_spread')
    if (!knownSeries.has(foreignId)) state.newSeries.add(foreignId)
  }
  if (state.isDryRun) return
  for (const some of inChunks(fresh, AT_ONCE)) {
    await state.deps.db.transaction((tx) => storeForeignIds(tx, state.sourceId, 'book', some))
  }
  for (const some of inChunks([...chapters.values()], AT_ONCE)) {
    await state.deps.db.transaction((tx) => storeForeignIds(tx, state.sourceId, 'chapter', some))
  }
}

const MAX_OF_IT = 0.8
const AT_ONCE = 5000

interface Wanted {
  foreignId: string
  metadata: BookMetadataRecord
  hash: string
  known: ImportedState | undefined
}

/**
 * Imports metadata that users edited there. Fields that are locked here stay, except those that an earlier run locked
 * and that only the other server has changed since.
 */
export async function applyBookMetadata(
  state: ImportRunState,
  edits: ReadonlyMap<string, BookMetadataRecord>,
): Promise<void> {
  const { db } = state.deps
  const wanted = new Map<number, Wanted>()
  for (const [foreignId, metadata] of edits) {
    const book = state.matcher.found.get(foreignId)
    if (!book) {
      state.report.leave(
        'book metadata',
        reportNameOf(state, 'book', foreignId),
        state.matcher.reasons.get(foreignId) ?? 'book_not_found',
      )
      continue
    }
    const hash = shortHash(metadata)
    const known = parseImportedState(book.state)
    if (known?.hash === hash || wanted.has(book.id)) state.report.leave('book metadata', '', 'already_here')
    else wanted.set(book.id, { foreignId, metadata, hash, known })
  }
  const metadataById = new Map([...wanted].map(([id, { metadata }]) => [id, metadata]))
  for (const id of await findBooksWithSameExternalData(db, metadataById)) {
    wanted.delete(id)
    state.report.leave('book metadata', '', 'already_here')
  }
  if (state.isDryRun) {
    for (const ids of inChunks([...wanted.keys()], EDITED_AT_ONCE)) {
      const books = await db.transaction((tx) => readEditableBooks(tx, db.kind, ids))
      // Only to report the fields that can't be imported.
      for (const book of books) mergeBook(state, book, wanted.get(book.id)!)
    }
    state.report.count('book metadata', 'imported', wanted.size)
    return
  }
  const edit = async (ids: readonly number[]) => {
    const metadataOfIds = new Map(ids.map((id) => [id, wanted.get(id)!.metadata]))
    const { extrasOf, remember } = leaveOutExtrasOfEarlierRuns(state, 'book', metadataOfIds)
    const targets = await findBookEditTargetsById(db, ids)
    const states = new Map<number, string>()
    await editBooks(state.deps, targets, {
      edit: (before) => {
        const merged = mergeBook(state, before, wanted.get(before.id)!)
        states.set(before.id, merged.state)
        return merged.after
      },
      also: async (tx, book, now) => {
        const { links = [], externalIds = [] } = extrasOf(book.id)
        await saveExternalData(tx, 'book', book.id, { links, externalIds }, now)
        return links.length + externalIds.length > 0 ? ['externalLinks'] : []
      },
      finish: async (tx) => {
        const remembered = targets.flatMap(({ id, uid }) => {
          const known = states.get(id)
          return known === undefined ? [] : [{ foreignId: wanted.get(id)!.foreignId, uid, state: known }]
        })
        await storeForeignIds(tx, state.sourceId, 'book', remembered)
      },
    })
    await remember()
    state.report.count('book metadata', 'imported', targets.length)
  }
  const all = [...wanted].map(([id, { foreignId }]) => ({ id: foreignId, ours: id }))
  for (const some of inChunks(all, EDITED_AT_ONCE)) {
    await applyBatchOrEachRow(state, 'book metadata', some, (rows) => edit(rows.map(({ ours }) => ours)))
  }
}

const EDITED_AT_ONCE = 200

function mergeBook(state: ImportRunState, before: EditableBook, { foreignId, metadata, hash, known }: Wanted) {
  const theirs = new Map<string, unknown>()
  for (const [field, value] of Object.entries(metadata.fields)) {
    const lock = lockOf(field)
    // Their separate fields for people are one field here.
    if (lock) theirs.set(lock, lock === field ? value : [...((theirs.get(lock) as unknown[]) ?? []), field, value])
  }
  if (Array.isArray(metadata.tags)) theirs.set('tags', metadata.tags)
  const edit = (decide: DecideField, isTrial: boolean) => {
    const fields = cleanFields(state, foreignId, metadata.fields, decide, isTrial)
    const after = computeEditedBook(before, fields, {
      replace: false,
      numberOf: state.deps.metadataEditHooks.numberOf,
    })
    if (Array.isArray(metadata.tags) && decide('tags') === 'take') {
      after.tags = nonEmptyTextsOf(metadata.tags)
      after.locks = addLocks(after.locks, ['tags'])
    }
    return after
  }
  return takeChangedFields(before, { known, hash, theirs, readField, edit })
}

/** Undefined for a field that can't be edited here. */
function lockOf(field: string): string | undefined {
  if (!Object.hasOwn(bookMetadataPatchFields, field)) return undefined
  if (field === 'genre') return 'genres'
  return field === 'customMetadata' || Object.hasOwn(bookMetadataFields, field) ? field : 'authors'
}

function readField(book: EditableBook, lock: string): unknown {
  if (lock === 'number') return book.numberText
  if (lock === 'customMetadata') return book.custom
  return IN_COLUMNS.has(lock) ? book[lock as keyof EditableBook] : book.facts[lock]
}

const IN_COLUMNS = new Set(['title', 'titleSort', 'summary', 'authors', 'genres', 'tags'])

export const nonEmptyTextsOf = (values: readonly unknown[]): string[] =>
  values.flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim().slice(0, 500)] : []))

const fitting = makeFieldFitter(bookMetadataPatchFields)

/** Field by field, so that an invalid one doesn't affect the others. */
function cleanFields(
  state: ImportRunState,
  foreignId: string,
  fields: Record<string, unknown>,
  decide: DecideField,
  isTrial: boolean,
): BookEdit {
  const edit: BookEdit = { facts: {} }
  for (const [field, value] of Object.entries(fields)) {
    const lock = lockOf(field)
    if (!lock) continue
    const name = `${state.names.book.get(foreignId) ?? foreignId}: ${field}`
    const note = (reason: SkipReason, detail?: RowDetail) => {
      if (!isTrial) state.report.note('book metadata', name, reason, detail)
    }
    const decision = decide(lock)
    if (decision === 'locked') note('locked_here')
    if (decision !== 'take') continue
    const onCut = () => note('text_cut')
    try {
      const { facts, ...rest } = normaliseBookPatch({
        [field]: fitting(field, field === 'customMetadata' ? fitCustomMetadata(value, onCut) : value, onCut),
      } as never)
      Object.assign(edit, rest)
      Object.assign(edit.facts, facts)
    } catch {
      note('invalid_value', describeImportDetail('value', { value: JSON.stringify(value).slice(0, 400) }))
    }
  }
  return edit
}
