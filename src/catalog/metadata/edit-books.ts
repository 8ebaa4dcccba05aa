import type { BookEditTarget } from '../../store/metadata/edit-targets.ts'
import {
  type EditableBook,
  type EditedEntity,
  readEditableBooks,
  writeEditedBooks,
} from '../../store/metadata/editable-book.ts'
import type { Tx } from '../../store/open.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { indexBooksForSearch } from '../../store/search/index-words.ts'
import { changedBookFields } from './changed-fields.ts'
import { type EditedTarget, emitBookEdits } from './emit-edit-events.ts'
import { editBatches, type MetadataEditDeps } from './metadata-edit-deps.ts'

export interface BookEditFunctions {
  edit: (before: EditableBook, tx: Tx) => EditableBook | Promise<EditableBook>
  /** Writes related rows in the same transaction; returns the names of the changed fields. */
  also?: (tx: Tx, book: BookEditTarget, now: number) => Promise<readonly string[]>
  /** Runs after everything is written. */
  finish?: (tx: Tx, books: readonly BookEditTarget[]) => Promise<void>
}

/** Edits books, a few hundred per transaction, and returns how many there were. Unchanged books are not written. */
export async function editBooks(
  deps: MetadataEditDeps,
  books: readonly BookEditTarget[],
  editing: BookEditFunctions,
): Promise<number> {
  let count = 0
  for (const some of editBatches(books)) {
    const { found, edited } = await deps.db.transaction((tx) => editIn(tx, deps, some, editing))
    count += found
    if (edited.length > 0) deps.metadataEditHooks.wake()
    emitBookEdits(deps.events, edited)
  }
  return count
}

async function editIn(
  tx: Tx,
  { db, metadataEditHooks }: MetadataEditDeps,
  books: readonly BookEditTarget[],
  { edit, also, finish }: BookEditFunctions,
): Promise<{ found: number; edited: EditedTarget<BookEditTarget>[] }> {
  const now = Date.now()
  const states = await readEditableBooks(
    tx,
    db.kind,
    books.map((book) => book.id),
  )
  const targets = new Map(books.map((book) => [book.id, book]))
  const changes: EditedEntity<EditableBook>[] = []
  const edited: EditedTarget<BookEditTarget>[] = []
  for (const before of states) {
    const target = targets.get(before.id)!
    const after = await edit(before, tx)
    const fields = changedBookFields(before, after)
    const more = (await also?.(tx, target, now)) ?? []
    if (fields.size === 0 && more.length === 0) continue
    changes.push({ after, fields })
    edited.push({ target, fields: [...fields, ...more] })
  }
  await writeEditedBooks(tx, db.kind, changes, now)
  const named = changes.filter(({ fields }) => SEARCHED.some((field) => fields.has(field)))
  await indexBooksForSearch(
    tx,
    db.kind,
    named.map(({ after }) => after.id),
  )
  await queueFinalisingOfSeries(tx, metadataEditHooks, edited)
  const written = edited.map((one) => one.target)
  await finish?.(tx, written)
  if (edited.length > 0)
    await bumpRevisions(tx, 'catalog', ...written.map((book) => `library:${book.libraryId}` as const))
  return { found: states.length, edited }
}

/** Search finds a book by these fields. */
const SEARCHED = ['title', 'titleSort', 'authors']

/** A series takes these from its books, and the names and numbers of its other books may depend on them. */
const LEARNED = [
  'title',
  'number',
  'summary',
  'publisher',
  'imprint',
  'languageIso',
  'year',
  'seriesTotal',
  'authors',
  'genres',
  'tags',
]

async function queueFinalisingOfSeries(
  tx: Tx,
  metadataEditHooks: MetadataEditDeps['metadataEditHooks'],
  edited: readonly EditedTarget<BookEditTarget>[],
): Promise<void> {
  const series = new Map<number, { id: number; libraryId: number }>()
  for (const { target, fields } of edited) {
    if (!fields.some((field) => LEARNED.includes(field))) continue
    series.set(target.seriesId, { id: target.seriesId, libraryId: target.libraryId })
  }
  if (series.size > 0) await metadataEditHooks.queueFinalising(tx, [...series.values()])
}
