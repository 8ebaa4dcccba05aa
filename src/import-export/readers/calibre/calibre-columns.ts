import type { ImportDetailName } from '../../../contract/import-details.ts'
import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignHtmlTextOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignJsonOf,
  foreignNumberOf,
  foreignTextOf,
  foreignTimeOf,
} from '../../foreign-values.ts'

export interface CalibreColumns {
  /** All custom columns of a book, by name. */
  customOf(bookId: string): Record<string, unknown> | undefined
  /** Reading states from the columns that people commonly use for them: there is no standard, only conventions. */
  readStates(): Generator<[bookId: string, { isRead: boolean; at: number | null; percentage: number | null }]>
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
  const readStates = new ReadStates()
  const values: { label: string; bookId: string }[] = []
  const unusable: { label: string; bookId: string; why: ImportDetailName }[] = []
  for (const column of columnsOf(db)) {
    const { label, type } = column
    const shown = `#${label}`
    if (type === 'composite') unusable.push({ label: shown, bookId: '', why: 'other_table' })
    for (const [bookId, value, place] of valuesOf(db, column)) {
      const plain = value === null ? undefined : shownValueOf(type, value, place)
      if (bookId === null || value === null || plain === undefined) {
        unusable.push({ label: shown, bookId: bookId ?? '', why: bookId === null ? 'names_nothing' : 'unreadable' })
        continue
      }
      values.push({ label: shown, bookId })
      const before = custom.get(bookId) ?? {}
      // A label such as “constructor” names something that every object has.
      const others = Object.hasOwn(before, label) ? (before[label] as unknown[]) : []
      custom.set(bookId, { ...before, [label]: column.isMultiple ? [...others, plain] : plain })
      readStates.note(bookId, column, value, plain)
    }
  }
  return {
    customOf: (bookId) => custom.get(bookId),
    readStates: () => readStates.all(),
    *left(books) {
      for (const { label, bookId } of values) {
        const files = books.get(bookId)
        if (!files || files.length === 0) yield { label, bookId, why: files ? 'no_file' : 'item_gone' }
      }
      yield* unusable
    },
  }
}

interface CalibreColumn {
  id: number
  label: string
  /** Calibre's own word; `html` for comments that are. */
  type: string | null
  isMultiple: boolean
  isNormalized: boolean
}

function* columnsOf(db: ForeignDatabase): Generator<CalibreColumn> {
  const names = ['id', 'label', 'name', 'datatype', 'is_multiple', 'normalized', 'display'] as const
  for (const row of db.rows('custom_columns', names)) {
    const [id, label, type] = [foreignIntegerOf(row.id), foreignTextOf(row.label, 100), foreignTextOf(row.datatype)]
    if (id === null || label === null) continue
    const isHtml = type === 'comments' && isShownAsHtml(foreignJsonOf(row.display))
    const flags = { isMultiple: foreignFlagOf(row.is_multiple), isNormalized: foreignFlagOf(row.normalized) }
    yield { id, label, type: isHtml ? 'html' : type, ...flags }
  }
}

/** Calibre's default; the others are plain text and Markdown, where `a < b` is no tag. */
function isShownAsHtml(display: unknown): boolean {
  const { interpret_as: as } = (display ?? {}) as { interpret_as?: unknown }
  return typeof as !== 'string' || as === 'html'
}

/** What the columns say about reading, by book. */
class ReadStates {
  readonly #states = new Map<string, { isRead: boolean; at: number | null; percentage: number | null }>()

  note(bookId: string, { label, type }: CalibreColumn, value: string | number, plain: unknown): void {
    const name = label.toLowerCase()
    if (!READ.has(name) && !READ_ON.has(name) && !PERCENT.has(name)) return
    const state = this.#states.getOrInsertComputed(bookId, () => ({ isRead: false, at: null, percentage: null }))
    if (READ.has(name)) state.isRead ||= type === 'bool' ? plain === true : isFinished(plain)
    if (READ_ON.has(name)) state.at = foreignTimeOf(value)
    if (PERCENT.has(name)) state.percentage = fraction(foreignNumberOf(value))
  }

  *all(): ReturnType<CalibreColumns['readStates']> {
    for (const [bookId, state] of this.#states) {
      // A read date alone means that the book was read.
      const isRead = state.isRead || (state.at !== null && state.percentage === null) || (state.percentage ?? 0) >= 1
      if (isRead || (state.percentage ?? 0) > 0) yield [bookId, { ...state, isRead }]
    }
  }
}

/** The value as Calibre shows it: stars instead of half stars, text instead of HTML. */
function shownValueOf(type: string | null, value: string | number, place: number | null): unknown {
  if (type === 'bool') return foreignFlagOf(value)
  if (type === 'series') return `${value} [${place ?? 1}]`
  if (type === 'html') return foreignHtmlTextOf(value) ?? ''
  if (type === 'datetime') return isoTimeOf(value)
  if (type === 'rating') return (foreignNumberOf(value) ?? 0) / 2
  return value
}

/** Without the time where it says nothing. */
function isoTimeOf(value: string | number): string | undefined {
  const time = foreignTimeOf(value)
  return time === null
    ? undefined
    : new Date(time)
        .toISOString()
        .replace(/T00:00:00\.000Z$/, '')
        .replace('.000Z', 'Z')
}

const isFinished = (value: unknown): boolean =>
  typeof value === 'string' && /^(read|finished|complete|completed|yes)$/i.test(value)
const fraction = (value: number | null): number | null =>
  value === null ? null : Math.min(1, Math.max(0, value > 1 ? value / 100 : value))

/** A book's value and, for a series, its index in it. Null: there is no such book or value. */
function* valuesOf(
  db: ForeignDatabase,
  { id, type, isNormalized }: CalibreColumn,
): Generator<[string | null, string | number | null, number | null]> {
  const table = `custom_column_${id}`
  const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null)
  if (!isNormalized) {
    for (const row of db.rows(table, ['book', 'value'])) {
      // Calibre's "no date".
      const isEmpty = type === 'datetime' && String(row.value).startsWith('0101-01-01')
      if (!isEmpty) yield [foreignIdOf(row.book), plain(row.value), null]
    }
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
