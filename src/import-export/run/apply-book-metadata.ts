import { setImmediate as breathe } from 'node:timers/promises'
import { computeEditedBook } from '../../catalog/metadata/compute-edited-book.ts'
import { editBooks } from '../../catalog/metadata/edit-books.ts'
import { addLocks } from '../../catalog/metadata/locks.ts'
import { type BookEdit, normaliseBookPatch } from '../../catalog/metadata/normalise-book-patch.ts'
import { bookMetadataFields, bookMetadataPatchFields } from '../../contract/metadata.ts'
import { findBookEditTargetsById } from '../../store/import/edit-targets-by-id.ts'
import { storeForeignIds } from '../../store/import/foreign-ids.ts'
import { inChunks } from '../../store/in-chunks.ts'
import { type EditableBook, selectEditableBooks } from '../../store/metadata/editable-book.ts'
import type { BookMetadataRecord } from '../records.ts'
import { applyBatchOrEachRow } from './apply-batch-or-each-row.ts'
import { findBooksWithSameExternalData, saveExternalData } from './apply-external-data.ts'
import { leaveOutExtrasOfEarlierRuns } from './extra-metadata-rows.ts'
import { makeFieldFitter } from './fit-field-to-api.ts'
import { type ImportRunState, reportNameOf } from './import-run-state.ts'
import { normaliseTakenFields } from './normalise-taken-fields.ts'
import {
  type DecideField,
  type ImportedState,
  parseImportedState,
  shortHash,
  takeChangedFields,
} from './take-changed-fields.ts'
import { openUnlockedFields } from './unlocked-metadata.ts'

/** As the report counts it. */
export type BookMetadataType = 'book metadata' | 'unlocked book metadata'

interface Wanted {
  type: BookMetadataType
  foreignId: string
  metadata: BookMetadataRecord
  hash: string
  known: ImportedState | undefined
}

type WantedBooks = ReadonlyMap<number, Wanted>

/**
 * Imports metadata from there. Fields that are locked here stay, except those that an earlier run locked and that only
 * the other server has changed since.
 */
export async function applyBookMetadata(
  state: ImportRunState,
  metadata: Readonly<Record<BookMetadataType, ReadonlyMap<string, BookMetadataRecord>>>,
): Promise<void> {
  const wanted = await findChangedMetadata(state, metadata)
  if (state.isDryRun) return reportBookFields(state, wanted)
  const rows = [...wanted].map(([ours, { type, foreignId }]) => ({ type, id: foreignId, ours }))
  for (const [type, ofType] of Map.groupBy(rows, (row) => row.type)) {
    for (const some of inChunks(ofType, EDITED_AT_ONCE)) {
      await applyBatchOrEachRow(state, type, some, async (batch) => {
        const ids = batch.map(({ ours }) => ours)
        state.report.count(type, 'imported', await edit(state, new Map(ids.map((id) => [id, wanted.get(id)!]))))
      })
      // Timers and other database work come through, also where the database answers at once.
      await breathe()
      if (state.signal?.aborted) return
    }
  }
}

/** By our books. Two of their rows may be the same file: the first that has metadata counts. */
async function findChangedMetadata(
  state: ImportRunState,
  metadata: Readonly<Record<BookMetadataType, ReadonlyMap<string, BookMetadataRecord>>>,
): Promise<Map<number, Wanted>> {
  const wanted = new Map<number, Wanted>()
  // Also those that are unchanged since the last run: otherwise the second row would take their place then.
  const taken = new Set<number>()
  for (const [type, records] of Object.entries(metadata) as [BookMetadataType, (typeof metadata)[BookMetadataType]][]) {
    for (const [foreignId, record] of records) {
      const book = state.matcher.found.get(foreignId)
      if (!book) {
        const reason = state.matcher.reasons.get(foreignId) ?? 'book_not_found'
        state.report.leave(type, reportNameOf(state, 'book', foreignId), reason)
        continue
      }
      const hash = shortHash(record)
      const known = parseImportedState(book.state)
      const isFirst = !taken.has(book.id)
      taken.add(book.id)
      if (known?.hash === hash || !isFirst) state.report.leave(type, '', 'already_here')
      else wanted.set(book.id, { type, foreignId, metadata: record, hash, known })
    }
  }
  const recordsById = new Map([...wanted].map(([id, one]) => [id, one.metadata]))
  for (const id of await findBooksWithSameExternalData(state.deps.db, recordsById)) {
    state.report.leave(wanted.get(id)!.type, '', 'already_here')
    wanted.delete(id)
  }
  return wanted
}

/** In a dry run: only the fields that can't be imported. */
async function reportBookFields(state: ImportRunState, wanted: WantedBooks): Promise<void> {
  for (const ids of inChunks([...wanted.keys()])) {
    for (const book of await selectEditableBooks(state.deps.db, ids)) mergeBook(state, book, wanted.get(book.id)!)
  }
  for (const { type } of wanted.values()) state.report.count(type, 'imported')
}

/** Returns how many of the books there are. */
async function edit(state: ImportRunState, wanted: WantedBooks): Promise<number> {
  const recordsById = new Map([...wanted].map(([id, { metadata }]) => [id, metadata]))
  const { extrasOf, remember } = leaveOutExtrasOfEarlierRuns(state, 'book', recordsById)
  const targets = await findBookEditTargetsById(state.deps.db, [...wanted.keys()])
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
  return targets.length
}

const EDITED_AT_ONCE = 200

function mergeBook(state: ImportRunState, before: EditableBook, wanted: Wanted) {
  const { metadata, hash, known } = wanted
  const theirs = new Map<string, unknown>()
  for (const [field, value] of Object.entries(metadata.fields)) {
    const lock = lockOfBookField(field)
    // Their separate fields for people are one field here.
    if (lock) theirs.set(lock, lock === field ? value : [...((theirs.get(lock) as unknown[]) ?? []), field, value])
  }
  if (Array.isArray(metadata.tags)) theirs.set('tags', metadata.tags)
  const edit = (decide: DecideField, isTrial: boolean) => {
    const fields = takenFields(state, wanted, decide, isTrial)
    const after = computeEditedBook(before, fields, {
      replace: false,
      numberOf: state.deps.metadataEditHooks.numberOf,
    })
    if (Array.isArray(metadata.tags) && decide('tags') === 'take') {
      after.tags = nonEmptyTextsOf(metadata.tags)
      after.locks = addLocks(after.locks, ['tags'])
    }
    after.locks = openUnlockedFields(after.locks, metadata, (lock) => decide(lock) === 'take', lockOfBookField)
    return after
  }
  return takeChangedFields(before, { known, hash, theirs, readField, edit })
}

/** Undefined for a field that can't be edited here. */
export function lockOfBookField(field: string): string | undefined {
  if (field === 'tags') return field
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

function takenFields(
  state: ImportRunState,
  { type, foreignId, metadata: { fields } }: Wanted,
  decide: DecideField,
  isTrial: boolean,
): BookEdit {
  const edit: BookEdit = { facts: {} }
  const name = state.names.book.get(foreignId) ?? foreignId
  const lockOf = (field: string) => (field === 'tags' ? undefined : lockOfBookField(field))
  normaliseTakenFields(state, { type, name, fields, lockOf, fitting, decide, isTrial }, (patch) => {
    const { facts, ...rest } = normaliseBookPatch(patch)
    Object.assign(edit, rest)
    Object.assign(edit.facts, facts)
  })
  return edit
}
