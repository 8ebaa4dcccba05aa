import { sortableReleaseDateOf } from '../../catalog/merge/book-facts.ts'
import { bookColumnsAfterEdit } from '../../catalog/metadata/compute-edited-book.ts'
import type { SeriesLock } from '../../contract/metadata.ts'
import type { BookFactColumns, EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import type { ValuesBefore } from './apply-record.ts'
import { bookColumnsOf } from './propose-book-fields.ts'
import { parseCustomMetadata, seriesColumnsOf } from './propose-series-fields.ts'

/** Locks of a series that have another name than their column. */
const lockOfColumn: Partial<Record<keyof EditableSeries, SeriesLock>> = {
  authors: 'authorsJsonLock',
  custom: 'customMetadata',
}

/** A series with the fields of a change as they were before it, except those that are locked now. */
export function seriesBeforeChange(
  state: EditableSeries,
  before: ValuesBefore,
  fields: ReadonlySet<string>,
): EditableSeries {
  const open = [...fields]
    .flatMap((field) => seriesColumnsOf[field] ?? [])
    .filter((name) => name in before.state && !state.locks.includes(lockOfColumn[name] ?? name))
  const former = Object.fromEntries(open.map((name) => [name, before.state[name]]))
  if ('custom' in former) former.custom = customBeforeChange(state.custom, former.custom as string | null)
  return { ...state, ...former }
}

/** A change writes one entry; the others are somebody else's. */
function customBeforeChange(now: string | null, before: string | null): string | null {
  const { totalChapterCount, ...others } = parseCustomMetadata(now)
  if (totalChapterCount === undefined) return now
  const former = parseCustomMetadata(before).totalChapterCount
  if (former !== undefined) return JSON.stringify({ ...others, totalChapterCount: former })
  return before === null && Object.keys(others).length === 0 ? null : JSON.stringify(others)
}

/** The same for a book, whose lists go by columns that follow its facts. */
export function bookBeforeChange(state: EditableBook, before: ValuesBefore, fields: ReadonlySet<string>): EditableBook {
  const isOpen = (name: string) => !state.locks.includes(name)
  const parts = [...fields].map(bookColumnsOf)
  const columns = parts.flatMap((part) => part.columns).filter((name) => name in before.state && isOpen(name))
  const names = parts.flatMap((part) => part.facts).filter(isOpen)
  const facts: Record<string, unknown> = { ...state.facts }
  for (const name of names) {
    // JSON keeps no undefined: what is not in what was kept was not there before.
    const value = before.facts?.[name]
    if (value === undefined || value === null) delete facts[name]
    else facts[name] = value
  }
  return {
    ...state,
    ...Object.fromEntries(columns.map((name) => [name, before.state[name]])),
    facts,
    columns: listColumnsBeforeChange(state, facts, names, before.state.columns as BookFactColumns | undefined),
  }
}

const columnOfFact = {
  year: 'year',
  languageIso: 'language',
  bookType: 'book_type',
  volume: 'volume',
  chapter: 'chapter',
} as const
const dateFacts = ['year', 'month', 'day']

/** Some columns are known from the path alone, so they are not computed but taken from what was kept. */
function listColumnsBeforeChange(
  state: EditableBook,
  facts: EditableBook['facts'],
  names: readonly string[],
  before: BookFactColumns | undefined,
): BookFactColumns {
  const columns = bookColumnsAfterEdit(state, facts, names)
  if (!before) return columns
  for (const [fact, column] of Object.entries(columnOfFact))
    if (names.includes(fact)) Object.assign(columns, { [column]: before[column] })
  if (!dateFacts.some((name) => names.includes(name))) return columns
  const { year = columns.year, month, day } = facts as { year?: number; month?: number; day?: number }
  const isWhole = facts.year === undefined && !dateFacts.some((name) => state.locks.includes(name))
  return { ...columns, release_date: isWhole ? before.release_date : sortableReleaseDateOf({ year, month, day }) }
}
