import type { ImportDetailName } from '../../contract/import-details.ts'
import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignHtmlTextOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignNumberOf,
  foreignTextOf,
  foreignTimeOf,
} from '../foreign-values.ts'

export interface CalibreColumns {
  /** All custom columns of a book, by name. */
  customOf(bookId: string): Record<string, unknown> | undefined
  /** Reading states from the columns that people commonly use for them: there is no standard, only conventions. */
  readStates(): Iterable<[bookId: string, { isRead: boolean; at: number | null; percentage: number | null }]>
  /** Values without a book or file, unreadable ones, and columns computed from others. */
  left(
    books: ReadonlyMap<string, readonly unknown[]>,
  ): Iterable<{ label: string; bookId: string; why: ImportDetailName }>
}

const READ: ReadonlySet<string> = new Set(['read', 'readstatus', 'finished', 'isread', 'is_read', 'ko_status'])
const READ_ON: ReadonlySet<string> = new Set([
  'date_read',
  'read_date',
  'lastread',
  'dateread',
  'readdate',
  'ko_lastread',
])
const PERCENT: ReadonlySet<string> = new Set([
  'progress',
  'percent_read',
  'kobo_percent',
  'kopercent',
  'ko_percent',
  'ko_progress',
])

export function readCalibreColumns(db: ForeignDatabase): CalibreColumns {
  const custom = new Map<string, Record<string, unknown>>()
  const states = new Map<string, { isRead: boolean; at: number | null; percentage: number | null }>()
  const values: { label: string; bookId: string }[] = []
  const unusable: { label: string; bookId: string; why: ImportDetailName }[] = []
  const stateOf = (bookId: string) => {
    const known = states.get(bookId) ?? { isRead: false, at: null, percentage: null }
    states.set(bookId, known)
    return known
  }
  for (const row of db.rows('custom_columns', ['id', 'label', 'name', 'datatype', 'is_multiple', 'normalized'])) {
    const [id, label, type] = [foreignIntegerOf(row.id), foreignTextOf(row.label, 100), foreignTextOf(row.datatype)]
    if (id === null || label === null) continue
    const shown = `#${label}`
    if (type === 'composite') unusable.push({ label: shown, bookId: '', why: 'other_table' })
    for (const [bookId, value, place] of valuesOf(db, id, foreignFlagOf(row.normalized))) {
      if (bookId === null || value === null) {
        unusable.push({ label: shown, bookId: bookId ?? '', why: bookId === null ? 'names_nothing' : 'unreadable' })
        continue
      }
      values.push({ label: shown, bookId })
      const plain = shownValueOf(type, value, place)
      const before = custom.get(bookId) ?? {}
      // A label such as “constructor” names something that every object has.
      const others = Object.hasOwn(before, label) ? (before[label] as unknown[]) : []
      const listed = foreignFlagOf(row.is_multiple) ? [...others, plain] : plain
      custom.set(bookId, { ...before, [label]: listed })
      const name = label.toLowerCase()
      if (READ.has(name)) stateOf(bookId).isRead ||= type === 'bool' ? plain === true : isFinished(plain)
      if (READ_ON.has(name)) stateOf(bookId).at = foreignTimeOf(value)
      if (PERCENT.has(name)) stateOf(bookId).percentage = fraction(foreignNumberOf(value))
    }
  }
  return {
    customOf: (bookId) => custom.get(bookId),
    *readStates() {
      for (const [bookId, state] of states) {
        // A read date alone means that the book was read.
        const isRead = state.isRead || (state.at !== null && state.percentage === null) || (state.percentage ?? 0) >= 1
        if (isRead || (state.percentage ?? 0) > 0) yield [bookId, { ...state, isRead }]
      }
    },
    *left(books) {
      for (const { label, bookId } of values) {
        const files = books.get(bookId)
        if (!files || files.length === 0) yield { label, bookId, why: files ? 'no_file' : 'item_gone' }
      }
      yield* unusable
    },
  }
}

/** The value as Calibre shows it: stars instead of half stars, text instead of HTML. */
function shownValueOf(type: string | null, value: string | number, place: number | null): unknown {
  if (type === 'bool') return foreignFlagOf(value)
  if (type === 'series') return `${value} [${place ?? 1}]`
  if (type === 'comments') return foreignHtmlTextOf(value) ?? ''
  if (type === 'rating') return (foreignNumberOf(value) ?? 0) / 2
  return value
}

const isFinished = (value: unknown): boolean =>
  typeof value === 'string' && /^(read|finished|complete|completed|yes)$/i.test(value)
const fraction = (value: number | null): number | null =>
  value === null ? null : Math.min(1, Math.max(0, value > 1 ? value / 100 : value))

/** A book's value and, for a series, its index in it. Null: there is no such book or value. */
function* valuesOf(
  db: ForeignDatabase,
  id: number,
  isNormalized: boolean,
): Generator<[string | null, string | number | null, number | null]> {
  const table = `custom_column_${id}`
  const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null)
  if (!isNormalized) {
    for (const row of db.rows(table, ['book', 'value'])) yield [foreignIdOf(row.book), plain(row.value), null]
    return
  }
  const values = new Map([...db.rows(table, ['id', 'value'])].map((row) => [foreignIdOf(row.id), row.value]))
  const used = new Set<string | null>()
  for (const row of db.rows(`books_custom_column_${id}_link`, ['book', 'value', 'extra'])) {
    const valueId = foreignIdOf(row.value)
    used.add(valueId)
    yield [foreignIdOf(row.book), plain(values.get(valueId)), foreignNumberOf(row.extra)]
  }
  for (const [valueId, value] of values) if (!used.has(valueId)) yield [null, plain(value), null]
}
