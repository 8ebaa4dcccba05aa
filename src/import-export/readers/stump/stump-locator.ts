import type { ForeignValue } from '../../../store/foreign/foreign-database.ts'
import { foreignJsonOf, foreignTextOf } from '../../foreign-values.ts'

/** 0.1 stores a Readium locator, 0.0 a CFI. */
export function stumpLocatorOf(
  locator: ForeignValue | undefined,
  epubCfi: ForeignValue | undefined,
): Record<string, unknown> | null {
  const value = withoutNulls(foreignJsonOf(locator))
  if (isObject(value)) {
    const { chapterTitle, locations, ...rest } = value
    return {
      ...rest,
      ...(rest.title === undefined && chapterTitle !== '' && chapterTitle !== undefined && { title: chapterTitle }),
      ...(isObject(locations) && { locations: withNumbers(locations) }),
    }
  }
  const cfi = foreignTextOf(epubCfi)
  return cfi === null ? null : { locations: { fragments: [`epubcfi(${bareCfi(cfi)})`] } }
}

/** Decimal numbers are stored as text. */
function withNumbers(locations: Record<string, unknown>): Record<string, unknown> {
  const numbers = { ...locations }
  for (const name of ['progression', 'totalProgression', 'position']) {
    const value = locations[name]
    if (typeof value === 'string' && value.trim() !== '') numbers[name] = Number(value)
    if (Number.isNaN(numbers[name])) delete numbers[name]
  }
  return numbers
}

/** Members without a value are stored, too. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value
  const some = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(some.map(([name, one]) => [name, withoutNulls(one)]))
}

const bareCfi = (cfi: string): string => cfi.replace(/^epubcfi\((.*)\)$/s, '$1')
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
