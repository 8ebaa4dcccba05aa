import { normaliseText } from '../../catalog/metadata/normalise-text.ts'
import { safeWebAddress } from '../../formats/values/text.ts'

/** These functions read untrusted values: a value of another type counts as missing, and a longer one is cut. */
export function objectOrUndefined(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

export function arrayOrEmpty(value: unknown, max: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, max) : []
}

/** One or several lines; blank text counts as missing. */
export function textOrUndefined(value: unknown, max: number): string | undefined {
  // JSON's 1e999 is infinite.
  const text = Number.isFinite(value) ? String(value) : value
  if (typeof text !== 'string') return undefined
  return normaliseText(text.slice(0, max)) ?? undefined
}

export function textsOrEmpty(value: unknown, max: number, letters = 500): string[] {
  return arrayOrEmpty(value, max * 4)
    .flatMap((one) => textOrUndefined(one, letters) ?? [])
    .slice(0, max)
}

export function numberOrUndefined(value: unknown, minimum: number, maximum: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= minimum && number <= maximum
    ? number
    : undefined
}

export function integerOrUndefined(value: unknown, minimum: number, maximum: number): number | undefined {
  const number = numberOrUndefined(value, minimum, maximum)
  return number !== undefined && Number.isInteger(number) ? number : undefined
}

export function booleanOrDefault(value: unknown, otherwise = false): boolean {
  return typeof value === 'boolean' ? value : otherwise
}

/** A time in milliseconds; undefined if it isn't one, or out of range. */
export function timeOrUndefined(value: unknown, minimum: number, maximum: number): number | undefined {
  return numberOrUndefined(Date.parse(textOrUndefined(value, 40) ?? ''), minimum, maximum)
}

export function webAddressOrUndefined(value: unknown): string | undefined {
  return safeWebAddress(textOrUndefined(value, 4000))
}
