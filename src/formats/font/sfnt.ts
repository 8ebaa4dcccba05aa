import { FormatError } from '../errors.ts'

/** Position of a table in the bytes of a font. */
export interface FontTable {
  tag: string
  offset: number
  length: number
}

export const maxFontTables = 64

/** All tables of a TrueType or OpenType font; each must be inside the file, after the directory. */
export function readTableDirectory(bytes: Buffer): FontTable[] {
  if (bytes.length < 12) throw damagedFont()
  const count = bytes.readUInt16BE(4)
  const end = 12 + count * 16
  if (count === 0 || count > maxFontTables || end > bytes.length) throw damagedFont()
  return Array.from({ length: count }, (_, index) => {
    const at = 12 + index * 16
    const table = {
      tag: bytes.toString('latin1', at, at + 4),
      offset: bytes.readUInt32BE(at + 8),
      length: bytes.readUInt32BE(at + 12),
    }
    if (table.offset < end || table.offset + table.length > bytes.length) throw damagedFont()
    return table
  })
}

/**
 * Reads the `name` table, which has each text once per platform and language. Windows English is preferred, as it is
 * nearly always present.
 */
export function readNames(table: Buffer): Map<number, string> {
  const names = new Map<number, { text: string; rank: number }>()
  if (table.length < 6) return new Map()
  const count = Math.min(table.readUInt16BE(2), 2000)
  const texts = table.readUInt16BE(4)
  for (let index = 0; index < count; index++) {
    const at = 6 + index * 12
    if (at + 12 > table.length) break
    const [platform, , language, id, length, offset] = [0, 2, 4, 6, 8, 10].map((part) => table.readUInt16BE(at + part))
    const from = texts + offset!
    const raw = table.subarray(from, from + Math.min(length!, 512))
    if (raw.length === 0) continue
    const text = platform === 1 ? raw.toString('latin1') : utf16(raw)
    const rank = platform === 3 && language === 0x409 ? 3 : platform === 3 ? 2 : platform === 0 ? 1 : 0
    if (rank >= (names.get(id!)?.rank ?? -1)) names.set(id!, { text: clean(text), rank })
  }
  return new Map([...names].map(([id, { text }]) => [id, text]))
}

/** Weight and slant from the `OS/2` table. */
export function readStyle(table: Buffer | undefined): { weight: number; isItalic: boolean } {
  if (!table || table.length < 64) return { weight: 400, isItalic: false }
  const weight = table.readUInt16BE(4)
  return { weight: weight >= 1 && weight <= 1000 ? weight : 400, isItalic: (table.readUInt16BE(62) & 1) === 1 }
}

/**
 * The lightest and the heaviest weight of a variable font; undefined if it has only other axes, such as the optical
 * size.
 */
export function readWeightRange(table: Buffer | undefined): { minWeight: number; maxWeight: number } | undefined {
  if (!table || table.length < 16) return undefined
  const [first, count, size] = [4, 8, 10].map((at) => table.readUInt16BE(at))
  for (let axis = 0; axis < Math.min(count!, 64); axis++) {
    const at = first! + axis * size!
    if (size! < 20 || at + 20 > table.length) return undefined
    if (table.toString('latin1', at, at + 4) !== 'wght') continue
    const [minWeight, maxWeight] = [table.readInt32BE(at + 4), table.readInt32BE(at + 12)].map((fixed) =>
      Math.round(fixed / 65536),
    )
    return minWeight! >= 1 && minWeight! < maxWeight! && maxWeight! <= 1000
      ? { minWeight: minWeight!, maxWeight: maxWeight! }
      : undefined
  }
  return undefined
}

function utf16(raw: Buffer): string {
  return Buffer.from(raw.subarray(0, raw.length & ~1))
    .swap16()
    .toString('utf16le')
}

function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{C}"\\]/gu, '')
    .trim()
    .slice(0, 100)
}

export const damagedFont = () => new FormatError('parser', 'This font is damaged.')
