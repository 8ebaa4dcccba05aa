import { sortableReleaseDateOf } from '../../catalog/merge/book-facts.ts'
import { bookColumnsAfterEdit } from '../../catalog/metadata/compute-edited-book.ts'
import type { SeriesLock } from '../../contract/metadata.ts'
import type { BookFactColumns, EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import type { ValuesBefore } from './apply-record.ts'
import { parseCustomMetadata, withCustomEntries } from './custom-entries.ts'
import { isSame } from './field-status.ts'
import { type FieldPlaces, placesOfField } from './field-values.ts'

export interface ChangeToUndo {
  before: ValuesBefore
  fields: readonly string[]
  /** What other changes have written since, for a change that did not keep what it wrote itself. */
  fieldsWrittenSince: ReadonlySet<string>
}

interface Undone<State> {
  state: State
  /** Those that were taken back: neither locked nor written by somebody else since. */
  fields: string[]
}

type Place = { part: keyof FieldPlaces; name: string }

/** Where the fields of a change still hold what it wrote. The first place of a field speaks for the others. */
function placesToRestore(
  entity: 'series' | 'book',
  { before, fields, fieldsWrittenSince }: ChangeToUndo,
  now: (place: Place) => unknown,
  isOpen: (place: Place) => boolean,
): { field: string; places: Place[] }[] {
  const isOurs = (field: string, { part, name }: Place) =>
    before.after ? isSame(now({ part, name }), before.after[part]?.[name]) : !fieldsWrittenSince.has(field)
  return fields.flatMap((field) => {
    const places = (['state', 'facts', 'custom'] as const).flatMap((part) =>
      placesOfField(entity, field)[part].map((name) => ({ part, name })),
    )
    if (!places[0] || !isOurs(field, places[0])) return []
    const open = places.filter((place) => isOpen(place) && isOurs(field, place))
    return open.length > 0 ? [{ field, places: open }] : []
  })
}

/** Former versions kept all custom metadata, in its column. */
const customBefore = ({ custom, state }: ValuesBefore): Record<string, unknown> =>
  custom ?? parseCustomMetadata((state.custom as string | null | undefined) ?? null)

const entriesBefore = (before: ValuesBefore, names: readonly string[]) => {
  const custom = customBefore(before)
  return Object.fromEntries(names.map((name) => [name, custom[name]]))
}

const namesIn = (found: readonly { places: readonly Place[] }[], part: Place['part']) =>
  found.flatMap(({ places }) => places.filter((one) => one.part === part).map((one) => one.name))

/** Locks of a series that have another name than their column. */
const lockOfColumn: Partial<Record<string, SeriesLock>> = { authors: 'authorsJsonLock' }

/** A series with the fields of a change as they were before it, except those that are locked or somebody else's now. */
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

/** The same for a book, whose lists go by columns that follow its facts. */
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
  const names = namesIn(found, 'facts')
  const facts: Record<string, unknown> = { ...book.facts }
  for (const name of names) {
    // JSON keeps no undefined: what is not in what was kept was not there before.
    const value = before.facts?.[name]
    if (value === undefined || value === null) delete facts[name]
    else facts[name] = value
  }
  return {
    state: {
      ...book,
      ...Object.fromEntries(namesIn(found, 'state').map((name) => [name, before.state[name]])),
      facts,
      custom: withCustomEntries(book.custom, entriesBefore(before, namesIn(found, 'custom'))),
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
