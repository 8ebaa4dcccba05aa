import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { asFlag, asId, asInteger, asNumber, asText, asTime } from '../foreign-values.ts'

export interface CalibreColumns {
  /** All custom columns of a book by their names, as they are. */
  customOf(bookId: string): Record<string, unknown> | undefined
  /** What the columns that people use for it say about reading: there is no standard, only habits. */
  readStates(): Iterable<[bookId: string, { isRead: boolean; at: number | null; percentage: number | null }]>
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
  const stateOf = (bookId: string) => {
    const known = states.get(bookId) ?? { isRead: false, at: null, percentage: null }
    states.set(bookId, known)
    return known
  }
  for (const row of db.rows('custom_columns', ['id', 'label', 'name', 'datatype', 'is_multiple', 'normalized'])) {
    const [id, label, type] = [asInteger(row.id), asText(row.label, 100), asText(row.datatype)]
    if (id === null || label === null || type === 'composite') continue
    for (const [bookId, value] of valuesOf(db, id, asFlag(row.normalized))) {
      const plain = type === 'bool' ? asFlag(value as never) : value
      const before = custom.get(bookId) ?? {}
      const listed = asFlag(row.is_multiple) ? [...((before[label] as unknown[]) ?? []), plain] : plain
      custom.set(bookId, { ...before, [label]: listed })
      const name = label.toLowerCase()
      if (READ.has(name)) stateOf(bookId).isRead ||= type === 'bool' ? plain === true : isFinished(plain)
      if (READ_ON.has(name)) stateOf(bookId).at = asTime(value as never)
      if (PERCENT.has(name)) stateOf(bookId).percentage = fraction(asNumber(value as never))
    }
  }
  return {
    customOf: (bookId) => custom.get(bookId),
    *readStates() {
      for (const [bookId, state] of states) {
        // A date of reading alone says that it was read.
        const isRead = state.isRead || (state.at !== null && state.percentage === null) || (state.percentage ?? 0) >= 1
        if (isRead || (state.percentage ?? 0) > 0) yield [bookId, { ...state, isRead }]
      }
    },
  }
}

const isFinished = (value: unknown): boolean =>
  typeof value === 'string' && /^(read|finished|complete|completed|yes)$/i.test(value)
const fraction = (value: number | null): number | null =>
  value === null ? null : Math.min(1, Math.max(0, value > 1 ? value / 100 : value))

function* valuesOf(db: ForeignDatabase, id: number, isNormalized: boolean): Generator<[string, string | number]> {
  const table = `custom_column_${id}`
  const plain = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'
  if (!isNormalized) {
    for (const row of db.rows(table, ['book', 'value'])) {
      const bookId = asId(row.book)
      if (bookId !== null && plain(row.value)) yield [bookId, row.value]
    }
    return
  }
  const values = new Map([...db.rows(table, ['id', 'value'])].map((row) => [asId(row.id), row.value]))
  for (const row of db.rows(`books_custom_column_${id}_link`, ['book', 'value'])) {
    const [bookId, value] = [asId(row.book), values.get(asId(row.value))]
    if (bookId !== null && plain(value)) yield [bookId, value]
  }
}
