import { read, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { EntryByteRange } from '../publication.ts'
import { maxUnpackedSize, refuseOversizedEntry } from './unpack-zip-entry.ts'

// The hot path of serving: it never reads the archive's directory, only the byte ranges stored by the analyser. The
// async functions don't block, so they may run on the thread that serves requests.

/**
 * Reads the bytes as they are in the file: for a stored entry its content, for a deflated one still deflated.
 * `allocate` provides the buffer, for callers that have a pool.
 */
export async function readPackedBytes(
  fd: number,
  index: EntryByteRange,
  limits: Limits,
  allocate: (size: number) => Buffer = Buffer.allocUnsafe,
): Promise<Buffer> {
  if (index.packedSize > limits.entryBytes)
    throw new FormatError('page_extraction', 'The page is larger than the limit allows.')
  const buffer = allocate(index.packedSize)
  let filled = 0
  while (filled < buffer.length) {
    const count = await readAt(fd, buffer, filled, index.offset + filled)
    // The file is shorter than when it was analysed.
    if (count === 0)
      throw new FormatError('page_extraction', 'The file ends in the middle of the page: it has changed or is damaged.')
    filled += count
  }
  return buffer
}

/**
 * Reads the same bytes synchronously into a buffer of that length; false if the file is too short. May block on the
 * disk.
 */
export function readPackedBytesSync(fd: number, index: EntryByteRange, into: Buffer): boolean {
  return readSync(fd, into, 0, index.packedSize, index.offset) === index.packedSize
}

export async function inflatePage(packed: Uint8Array, index: EntryByteRange, limits: Limits): Promise<Buffer> {
  refuseOversizedEntry('the page', index.size, index.packedSize, limits)
  const maxOutputLength = maxUnpackedSize(index.packedSize, limits)
  try {
    return await inflate(packed, {
      maxOutputLength,
      chunkSize: Math.max(64, Math.min(index.size + 1, maxOutputLength)),
    })
  } catch (error) {
    throw new FormatError('page_extraction', 'The page is damaged and can’t be unpacked.', undefined, { cause: error })
  }
}

/**
 * The header and trailer that turn deflated bytes into a gzip stream (RFC 1952): a client that accepts gzip gets a
 * deflated page without the server unpacking it. Null if the page isn't deflated.
 */
export function gzipHeaderAndTrailer(index: EntryByteRange): { header: Buffer; trailer: Buffer } | null {
  if (index.method !== 8 || index.crc32 === null) return null
  const trailer = Buffer.allocUnsafe(8)
  trailer.writeUInt32LE(index.crc32, 0)
  trailer.writeUInt32LE(index.size % 2 ** 32, 4)
  return { header: GZIP_HEADER, trailer }
}

// Method deflate, no flags, no time, no level, system unknown.
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

const inflate = promisify(inflateRaw) as (packed: Uint8Array, options: object) => Promise<Buffer>

function readAt(fd: number, buffer: Buffer, filled: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, buffer, filled, buffer.length - filled, position, (error, count) =>
      error ? reject(error) : resolve(count),
    )
  })
}
