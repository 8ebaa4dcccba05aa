import { constants, inflateRawSync, zstdDecompressSync } from 'node:zlib'
import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { ArchiveEntry } from './archive.ts'

/** The maximum unpacked size for this packed size; ignores the declared size, which may be wrong. */
export function maxUnpackedSize(packedSize: number, limits: Limits): number {
  return Math.min(limits.entryBytes, Math.max(limits.ratioFreeBytes, packedSize * limits.compressionRatio))
}

/** Refuses a name for bytes that the archive doesn't contain. */
export function refuseBrokenLink({ name, isBrokenLink }: ArchiveEntry): void {
  if (isBrokenLink) throw new FormatError('page_extraction', `“${name}” is empty: it is a link.`, { entry: name })
}

/** Refuses by the declared sizes, before anything is read or unpacked. */
export function refuseOversizedEntry(name: string, size: number, packedSize: number, limits: Limits): void {
  if (size > limits.entryBytes) {
    throw new FormatError('page_extraction', `“${name}” unpacks to more than ${limits.entryBytes} bytes.`, {
      entry: name,
      limit: 'entryBytes',
    })
  }
  if (packedSize > 0 && size > maxUnpackedSize(packedSize, limits)) {
    throw new FormatError(
      'page_extraction',
      `The compression ratio of “${name}” is suspiciously high (more than ${limits.compressionRatio}:1).`,
      {
        entry: name,
        limit: 'compressionRatio',
      },
    )
  }
}

/** Unpacks a ZIP entry by its method; `size` is the declared size, a hint for the buffer. */
export function unpackZipEntry(
  method: number,
  packed: Uint8Array,
  size: number,
  name: string,
  limits: Limits,
): Uint8Array {
  if (method === 0) return packed
  const maxOutputLength = maxUnpackedSize(packed.length, limits)
  try {
    if (method === 8) {
      // One byte more than the declared size: zlib allocates a second buffer when the first is completely full.
      const chunkSize = Math.max(64, Math.min(size + 1, maxOutputLength, 64 * 1024 * 1024))
      return inflateRawSync(packed, { maxOutputLength, chunkSize })
    }
    if (method === 93) return zstdDecompressSync(packed, { maxOutputLength })
  } catch (error) {
    throw asUnpackError(error, name)
  }
  throw new FormatError('page_extraction', `“${name}” is packed with method ${method}, which is not supported.`, {
    entry: name,
    method,
  })
}

/** Unpacks the start of an entry from the start of its packed bytes. */
export function unpackZipEntryHead(method: number, packed: Uint8Array, name: string): Uint8Array {
  if (method === 0) return packed
  try {
    if (method === 8) {
      // The input is truncated, so its end isn't an error. Deflate expands at most 1032-fold: the input bounds the
      // output.
      const chunkSize = Math.max(1024, packed.length * 2)
      return inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize })
    }
    if (method === 93)
      return zstdDecompressSync(packed, { finishFlush: constants.ZSTD_e_flush, maxOutputLength: 16 * 1024 * 1024 })
  } catch (error) {
    throw asUnpackError(error, name)
  }
  throw new FormatError('page_extraction', `“${name}” is packed with method ${method}, which is not supported.`, {
    entry: name,
    method,
  })
}

function asUnpackError(error: unknown, name: string): FormatError {
  const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
  const message = tooLarge
    ? `“${name}” is larger than the limit allows when unpacked.`
    : `“${name}” is damaged and can’t be unpacked.`
  return new FormatError('page_extraction', message, { entry: name }, { cause: error })
}
