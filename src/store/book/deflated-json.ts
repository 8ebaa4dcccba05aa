import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * Deflated JSON, with a leading byte for the format. Never sixteen bytes long: the PostgreSQL driver treats sixteen
 * bytes as a UUID.
 */
export function deflateJson(value: unknown): Uint8Array {
  const packed = deflateRawSync(JSON.stringify(value), { level: 6 })
  return packed.byteLength + 1 === UUID_BYTES
    ? Buffer.concat([Buffer.of(PADDED, 0), packed])
    : Buffer.concat([Buffer.of(PLAIN), packed])
}

export function inflateJson(bytes: Uint8Array): unknown {
  const start = bytes[0] === PADDED ? 2 : 1
  return JSON.parse(inflateRawSync(bytes.subarray(start)).toString('utf8'))
}

const PLAIN = 1
const PADDED = 2
const UUID_BYTES = 16
