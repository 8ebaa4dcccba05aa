import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** The public name of a thing: UUIDv7, sixteen bytes in the database, text on the wire. Keys inside are integers. */
export type Uid = Uint8Array

export const newUid = (): Uid => uuidToBytes(randomUUIDv7())

export function uuidToBytes(text: string): Uid {
  return Uint8Array.fromHex(text.replaceAll('-', ''))
}

export function bytesToUuid(bytes: Uint8Array): string {
  return withHyphens(bytes.toHex())
}

/** For maps: the same bytes in another array are the same thing. */
export function uidMapKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** Of lists: databases write the digits in less time than Node needs for an array around sixteen bytes. */
export function uidAsHexSql(kind: 'sqlite' | 'postgres', column: string): RawBuilder<string> {
  return kind === 'sqlite' ? sql`hex(${sql.ref(column)})` : sql`${sql.ref(column)}::text`
}

export function hexToUuid(digits: string): string {
  return digits.length === 36 ? digits : withHyphens(digits.toLowerCase())
}

/** Accepts a UUID with or without hyphens (apps made for Komga get ids without); undefined for anything else. */
export function parseUid(text: string): Uid | undefined {
  return UUID_TEXT.test(text) ? uuidToBytes(text) : undefined
}

const UUID_TEXT = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

function withHyphens(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
