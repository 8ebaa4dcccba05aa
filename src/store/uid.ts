import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** The public id of an object: UUIDv7, stored as sixteen bytes, sent as text. Internal keys are integers. */
export type Uid = Uint8Array

export const newUid = (): Uid => uuidToBytes(randomUUIDv7())

export function uuidToBytes(text: string): Uid {
  return Uint8Array.fromHex(text.replaceAll('-', ''))
}

export function bytesToUuid(bytes: Uint8Array): string {
  return withHyphens(bytes.toHex())
}

/** A key for maps: equal bytes in different arrays give the same key. */
export function uidMapKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** For lists: the database formats the digits faster than Node creates an array for sixteen bytes. */
export function uidAsHexSql(kind: 'sqlite' | 'postgres', column: string): RawBuilder<string> {
  return kind === 'sqlite' ? sql`hex(${sql.ref(column)})` : sql`${sql.ref(column)}::text`
}

/**
 * In lower case last: that copies the joined parts into one piece, and `JSON.stringify` takes twice as long for an
 * object as soon as one of its strings is still in parts.
 */
export function hexToUuid(digits: string): string {
  return digits.length === 36 ? digits : withHyphens(digits).toLowerCase()
}

/** Accepts a UUID with or without hyphens (apps made for Komga get ids without); undefined for anything else. */
export function parseUid(text: string): Uid | undefined {
  return UUID_TEXT.test(text) ? uuidToBytes(text) : undefined
}

const UUID_TEXT = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

function withHyphens(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
