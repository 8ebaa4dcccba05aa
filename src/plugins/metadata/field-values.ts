import type { EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import { bookCustomEntryOf, parseCustomMetadata, seriesCustomEntryOf } from './custom-entries.ts'
import { bookColumnsOf } from './propose-book-fields.ts'
import { seriesColumnsOf } from './propose-series-fields.ts'

/** The stored values of some fields, grouped by where they are stored. */
export interface FieldValues {
  state: Record<string, unknown>
  facts?: Record<string, unknown>
  custom?: Record<string, unknown>
}

/** Where a field of a series or book is stored. */
export interface FieldPlaces {
  state: readonly string[]
  facts: readonly string[]
  custom: readonly string[]
}

export function placesOfField(entity: 'series' | 'book', field: string): FieldPlaces {
  const entry = (entity === 'series' ? seriesCustomEntryOf : bookCustomEntryOf)[field]
  const custom = entry === undefined ? [] : [entry]
  if (entity === 'series') return { state: seriesColumnsOf[field] ?? [], facts: [], custom }
  const { columns, facts } = bookColumnsOf(field)
  return { state: columns, facts, custom }
}

export function seriesValuesOf(series: EditableSeries, fields: Iterable<string>): FieldValues {
  const places = [...fields].map((field) => placesOfField('series', field))
  return {
    state: pick(series, [...places.flatMap((one) => one.state), 'locks']),
    custom: pick(
      parseCustomMetadata(series.custom),
      places.flatMap((one) => one.custom),
    ),
  }
}

export function bookValuesOf(book: EditableBook, fields: Iterable<string>): FieldValues {
  const places = [...fields].map((field) => placesOfField('book', field))
  return {
    state: pick(book, [...places.flatMap((one) => one.state), 'locks', 'columns']),
    facts: pick(
      book.facts,
      places.flatMap((one) => one.facts),
    ),
    custom: pick(
      parseCustomMetadata(book.custom),
      places.flatMap((one) => one.custom),
    ),
  }
}

function pick(from: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, (from as Record<string, unknown>)[name]]))
}
