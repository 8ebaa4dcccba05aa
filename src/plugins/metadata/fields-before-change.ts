import { sortableReleaseDateOf } from '../../catalog/merge/book-facts.ts'
import { bookColumnsAfterEdit } from '../../catalog/metadata/compute-edited-book.ts'
import type { SeriesLock } from '../../contract/metadata.ts'
import type { BookFactColumns, EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import type { ValuesBefore } from './apply-record.ts'
import { parseCustomMetadata, withCustomEntries } from './custom-entries.ts'
import { isSame } from './field-status.ts'
import { type FieldPlaces, placesOfField } from './field-values.ts'
import { RATINGS_ENTRY, ratingsBeforeChange } from './ratings-before-change.ts'

export interface ChangeToUndo {
  before: ValuesBefore
  fields: readonly string[]
  /** Fields that later changes have written: for a change that didn't store its own values. */
  fieldsWrittenSince: ReadonlySet<string>
}

interface Undone<State> {
  state: State
  /** The fields that were restored: neither locked nor written since. */
  fields: string[]
}

type Place = { part: keyof FieldPlaces; name: string }

const isRatings = (entity: 'series' | 'book', { part, name }: Place) =>
  entity === 'book' && part === 'custom' && name === RATINGS_ENTRY

const ratingsOf = (values: ValuesBefore) => ({
  before: values.custom?.[RATINGS_ENTRY],
  after: values.after?.custom?.[RATINGS_ENTRY],
})

/**
 * The places that still hold what the change wrote. Where a field's first place doesn't, the whole field is skipped.
 */
function placesToRestore(
  entity: 'series' | 'book',
  { before, fields, fieldsWrittenSince }: ChangeToUndo,
  now: (place: Place) => unknown,
  isOpen: (place: Place) => boolean,
): { field: string; places: Place[] }[] {
  const isOurs = (field: string, { part, name }: Place) => {
    if (!before.after) return !fieldsWrittenSince.has(field)
    const current = now({ part, name })
    return isRatings(entity, { part, name })
      ? ratingsBeforeChange(current, ratingsOf(before)) !== undefined
      : isSame(current, before.after[part]?.[name])
  }
  return fields.flatMap((field) => {
    const places = (['state', 'facts', 'custom'] as const).flatMap((part) =>
      placesOfField(entity, field)[part].map((name) => ({ part, name })),
    )
    if (!places[0] || !isOurs(field, places[0])) return []
    const open = places.filter((place) => isOpen(place) && isOurs(field, place))
    return open.length > 0 ? [{ field, places: open }] : []
  })
}

/** Earlier versions stored the whole custom metadata, as its column. */
const customBefore = ({ custom, state }: ValuesBefore): Record<string, unknown> =>
  custom ?? parseCustomMetadata((state.custom as string | null | undefined) ?? null)

const entriesBefore = (before: ValuesBefore, names: readonly string[]) => {
  const custom = customBefore(before)
  return Object.fromEntries(names.map((name) => [name, custom[name]]))
}

const namesIn = (found: readonly { places: readonly Place[] }[], part: Place['part']) =>
  found.flatMap(({ places }) => places.filter((one) => one.part === part).map((one) => one.name))

/** Locks of a series whose name differs from their column's. */
const lockOfColumn: Partial<Record<string, SeriesLock>> = { authors: 'authorsJsonLock' }

/** A series with the fields as they were before the change, except those that are locked or were written since. */
export function seriesBeforeChange(series: EditableSeries, change: ChangeToUndo): Undone<EditableSeries> {
  const { before } = change
  const custom = parseCustomMetadata(series.custom)
  const found = placesToRestore(
    'series',
    change,
    ({ part, name }) => (part === 'custom' ? custom[name] : series[name as keyof EditableSeries]),
    ({ part, name }) =>
      part === 'custom'
        ? !series.locks.includes('customMetadata')
        : name in before.state && !series.locks.includes(lockOfColumn[name] ?? name),
  )
  const former = Object.fromEntries(namesIn(found, 'state').map((name) => [name, before.state[name]]))
  const entries = entriesBefore(before, namesIn(found, 'custom'))
  return {
    state: { ...series, ...former, custom: withCustomEntries(series.custom, entries) },
    fields: found.map(({ field }) => field),
  }
}

/** The same for a book, which also has columns derived from its facts, for lists. */
export function bookBeforeChange(book: EditableBook, change: ChangeToUndo): Undone<EditableBook> {
  const { before } = change
  const custom = parseCustomMetadata(book.custom)
  const found = placesToRestore(
    'book',
    change,
    ({ part, name }) =>
      part === 'custom' ? custom[name] : part === 'facts' ? book.facts[name] : book[name as keyof EditableBook],
    ({ part, name }) =>
      part === 'custom'
        ? !book.locks.includes('customMetadata')
        : (part === 'facts' || name in before.state) && !book.locks.includes(name),
  )
  const entries = entriesBefore(before, namesIn(found, 'custom'))
  if (before.after && RATINGS_ENTRY in entries)
    entries[RATINGS_ENTRY] = ratingsBeforeChange(custom[RATINGS_ENTRY], ratingsOf(before))?.entry
  const names = namesIn(found, 'facts')
  const facts: Record<string, unknown> = { ...book.facts }
  for (const name of names) {
    // JSON drops undefined: a value missing from the stored state didn't exist before.
    const value = before.facts?.[name]
    if (value === undefined || value === null) delete facts[name]
    else facts[name] = value
  }
  return {
    state: {
      ...book,
      ...Object.fromEntries(namesIn(found, 'state').map((name) => [name, before.state[name]])),
      facts,
      custom: withCustomEntries(book.custom, entries),
      columns: listColumnsBeforeChange(book, facts, names, before.state.columns as BookFactColumns | undefined),
    },
    fields: found.map(({ field }) => field),
  }
}

export const columnOfFact = {
  year: 'year',
  languageIso: 'language',
  bookType: 'book_type',
  volume: 'volume',
  chapter: 'chapter',
} as const
const dateFacts = ['year', 'month', 'day']

/** Some column values came only from the path, so they are restored from the stored state instead of computed. */
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
