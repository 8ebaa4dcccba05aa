/** A book's number: the text as printed, and its value for sorting. */
export interface BookNumber {
  text: string
  /** For the database column of type real: finite, and precise enough for sorting. */
  value: number
  /** The API's `number`. */
  integer: number
}

/** "1.5", "12a", "½", "001.MU", "-1", "1-3" → a value; undefined if there is no number at all. */
export function parseBookNumber(text: string): BookNumber | undefined {
  const trimmed = text.trim()
  const match = NUMBER.exec(trimmed.normalize('NFC').replace(/[０-９]/g, (wide) => digit(wide)))
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', vulgar = '', rest = ''] = match
  // Ten digits and more are barcodes and timestamps.
  if ((!whole && !vulgar) || whole.length > 9) return undefined
  const amount = Number(`${whole || 0}.${fraction || 0}`) + (VULGAR[vulgar] ?? 0)
  const signed = sign ? -amount : amount
  // Adding 0 turns negative zero into zero.
  return { text: trimmed, value: signed + suffixValue(rest), integer: Math.trunc(signed) + 0 }
}

const VULGAR: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1 / 3, '⅔': 2 / 3, '⅛': 0.125, '∞': 1e9 }

// Letters may precede ("B01") or follow ("12a", "1.MU"); the first number counts.
const NUMBER = /^[^\d½¼¾⅓⅔⅛∞-]{0,40}(?:(-)(?=[\d½¼¾⅓⅔⅛∞]))?-*(\d{1,15})?(?:[.,](\d{1,12}))?([½¼¾⅓⅔⅛∞])?(.{0,40})/u

/**
 * A suffix increases the value slightly: 12 < 12a < 12b < 12.1, 1 < 1.MU < 2, 0 < 0.0.1 < 0.1. A range ("1-3") sorts by
 * its start. Never more than a thousandth, so that it can't exceed the next printed number.
 */
function suffixValue(rest: string): number {
  const third = /^\.(\d{1,4})/.exec(rest)?.[1]
  if (third) return Number(third) / 1e8
  const letters = /^[.\s]?([a-z]{1,3})/i.exec(rest)?.[1]?.toLowerCase()
  if (!letters) return 0
  let value = 0
  for (let at = 0; at < letters.length; at++) value += (letters.charCodeAt(at) - 96) / 27 ** (at + 1)
  return value / 1000
}

function digit(wide: string): string {
  return String.fromCharCode(wide.charCodeAt(0) - 0xfee0)
}
