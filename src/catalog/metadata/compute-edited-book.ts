import { type BookMetadataField, bookMetadataFields } from '../../contract/metadata.ts'
import type { EditableBook, StoredAuthor } from '../../store/metadata/editable-book.ts'
import { type BookFacts, sortableReleaseDateOf } from '../merge/book-facts.ts'
import { editCustomMetadata } from './custom-metadata.ts'
import { addLocks } from './locks.ts'
import type { BookEdit } from './normalise-book-patch.ts'

export type ParseNumber = (text: string) => { text: string; value: number } | undefined

export interface BookEditOptions {
  /** Absent fields are cleared. */
  replace: boolean
  numberOf: ParseNumber
}

/** A user's edit. The given fields are locked from then on; existing locks don't prevent it. */
export function computeEditedBook(
  before: EditableBook,
  edit: BookEdit,
  { replace, numberOf }: BookEditOptions,
): EditableBook {
  const after = replace ? cleared(before) : { ...before }
  const touched: string[] = []
  if (edit.title) {
    after.title = edit.title
    touched.push('title')
  }
  if (edit.titleSort !== undefined) {
    after.titleSort = edit.titleSort
    touched.push('titleSort')
  }
  if (edit.number !== undefined) {
    after.numberText = edit.number
    after.number = edit.number === null ? null : (numberOf(edit.number)?.value ?? null)
    touched.push('number')
  }
  if (edit.summary !== undefined) {
    after.summary = edit.summary
    touched.push('summary')
  }
  if (edit.authors || edit.credits) {
    after.authors = creditsOf(edit, replace ? [] : before.authors)
    touched.push('authors')
  }
  if (edit.genres) {
    after.genres = edit.genres
    touched.push('genres')
  }
  if (edit.custom !== undefined) {
    after.custom = editCustomMetadata(before.custom, edit.custom, !replace)
    touched.push('customMetadata')
  }
  after.facts = withFacts(after.facts, edit.facts)
  touched.push(...Object.keys(edit.facts))
  after.locks = addLocks(before.locks, touched)
  // A book always has a title: without its own it is named after its file, again with each scan.
  if (edit.title === null) {
    after.title = defaultBookTitle(before)
    after.locks = after.locks.filter((lock) => lock !== 'title')
  }
  after.columns = bookColumnsAfterEdit(before, after.facts, replace ? FACTS : Object.keys(edit.facts))
  return after
}

export function defaultBookTitle(book: EditableBook): string {
  const { file } = book.facts as BookFacts
  return file?.title ?? (book.fileName.replace(/\.[^.]{1,5}$/, '') || book.fileName)
}

/**
 * Lists sort and filter by these columns. Some values come from the path alone, so only those of edited fields change.
 */
export function bookColumnsAfterEdit(
  before: EditableBook,
  now: EditableBook['facts'],
  spokenOf: readonly string[],
): EditableBook['columns'] {
  const facts = now as BookFacts
  const columns = { ...before.columns }
  const isMeant = (field: BookMetadataField) => spokenOf.includes(field)
  if (isMeant('year')) columns.year = facts.year ?? null
  if (isMeant('year') || isMeant('month') || isMeant('day')) {
    columns.release_date = sortableReleaseDateOf({ ...facts, year: facts.year ?? columns.year })
  }
  if (isMeant('languageIso')) columns.language = facts.languageIso ?? null
  if (isMeant('bookType')) columns.book_type = facts.bookType ?? null
  if (isMeant('volume')) columns.volume = facts.volume ?? null
  if (isMeant('chapter')) columns.chapter = facts.chapter ?? null
  return columns
}

const FACTS = Object.keys(bookMetadataFields) as BookMetadataField[]

/** Title, sort title and number stay: a replacement that doesn't contain them means the rest. */
function cleared(before: EditableBook): EditableBook {
  const facts = { ...before.facts }
  for (const field of FACTS) delete facts[field]
  return { ...before, summary: null, authors: [], facts, custom: null }
}

function creditsOf({ authors, credits = [] }: BookEdit, before: readonly StoredAuthor[]): StoredAuthor[] {
  let all: readonly StoredAuthor[] = authors ?? before
  for (const { role, names } of credits) {
    all = [...all.filter((author) => author.role !== role), ...names.map((name) => ({ name, role }))]
  }
  return [...all]
}

function withFacts(before: EditableBook['facts'], edit: BookEdit['facts']): EditableBook['facts'] {
  const facts: Record<string, unknown> = { ...before }
  for (const [field, value] of Object.entries(edit)) {
    if (value === null || value === undefined) delete facts[field]
    else facts[field] = value
  }
  return facts
}
