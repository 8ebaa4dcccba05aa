import { gunzipSync } from 'node:zlib'
import { htmlToPlainText } from '../formats/values/text.ts'
import type { ForeignValue } from '../store/foreign/foreign-database.ts'

/** Reads values of another program's database, whatever their type. An unreadable value is null, never a guess. */
export function foreignTextOf(value: ForeignValue | undefined, max = MAX_TEXT): string | null {
  if (typeof value === 'string') return withoutNul(value).slice(0, max) || null
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return null
}

/** No database here stores it, and a name that is nothing else is none. */
const withoutNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text)

/** Longer than any field here: the code that stores a text cuts it and reports that. */
export const MAX_TEXT = 1_000_000

/** Reviews, comments and descriptions, which other servers keep as HTML. */
export function foreignHtmlTextOf(value: ForeignValue | undefined): string | null {
  return htmlToPlainText(foreignTextOf(value) ?? undefined, MAX_TEXT) ?? null
}

export function foreignNumberOf(value: ForeignValue | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

export function foreignIntegerOf(value: ForeignValue | undefined): number | null {
  const number = foreignNumberOf(value)
  return number === null ? null : Math.trunc(number)
}

export function foreignFlagOf(value: ForeignValue | undefined): boolean {
  if (typeof value === 'string') return /^(1|true|t|yes)$/i.test(value.trim())
  return value !== null && value !== undefined && Number(value) !== 0
}

/** An id: text, a number, or the sixteen bytes of a UUID. */
export function foreignIdOf(value: ForeignValue | undefined): string | null {
  if (value instanceof Uint8Array) {
    const hex = value.toHex()
    if (value.length !== 16) return value.length > 0 && value.length <= 64 ? hex : null
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }
  return foreignTextOf(value, 200)
}

export function foreignBytesOf(value: ForeignValue | undefined): Uint8Array | null {
  return value instanceof Uint8Array && value.length > 0 ? value : null
}

/**
 * Milliseconds since 1970, from a time in UTC: `2019-03-04 20:15:30.588741857`, ISO text, or a timestamp. The years 1
 * and 101 mean "never" (.NET, Calibre), as does anything that isn't a date.
 */
export function foreignTimeOf(value: ForeignValue | undefined): number | null {
  if (typeof value === 'number' || typeof value === 'bigint') return inRange(fromNumber(Number(value)))
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (/^-?\d+(\.\d+)?$/.test(text)) return inRange(fromNumber(Number(text)))
  const parts =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i.exec(text)
  if (!parts) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = parts
  const milliseconds = `${fraction}000`.slice(0, 3)
  const offset = /^[+-]/.test(zone) ? zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2') : 'Z'
  return inRange(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`))
}

/**
 * Tells units apart by size: seconds have ten digits until the year 2286, today's milliseconds thirteen, microseconds
 * sixteen, and .NET ticks (ten million per second since the year 1) eighteen.
 */
function fromNumber(value: number): number {
  const size = Math.abs(value)
  if (size < 1e11) return Math.trunc(value * 1000)
  if (size < 1e14) return Math.trunc(value)
  return Math.trunc(size < 1e17 ? value / 1000 : value / 10_000 - MS_BEFORE_1970)
}

const MS_BEFORE_1970 = 62_135_596_800_000

/** Times after 1970 and before 2200; any other is invalid. */
function inRange(time: number): number | null {
  return Number.isFinite(time) && time > 0 && time < Date.UTC(2200, 0) ? time : null
}

export function foreignJsonOf(value: ForeignValue | undefined): unknown {
  const text = typeof value === 'string' ? value : value instanceof Uint8Array ? Buffer.from(value).toString() : null
  return text === null ? null : parseBounded(text)
}

function parseBounded(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return isNestedDeeper(value, MAX_DEPTH) ? null : value
  } catch {
    return null
  }
}

/** Deeper than any value of these programs; one that is nested thousands of levels deep can't be stored. */
const MAX_DEPTH = 100

export function isNestedDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((one) => isNestedDeeper(one, depth - 1))
}

/** Gzipped JSON; null when it unpacks to more than the limit. */
export function foreignGzippedJsonOf(value: ForeignValue | undefined): unknown {
  const bytes = foreignBytesOf(value)
  if (!bytes) return null
  try {
    return parseBounded(gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED }).toString())
  } catch {
    return null
  }
}

const MAX_UNPACKED = 2 ** 20
