import { createHash } from 'node:crypto'
import type { PathLike } from 'node:fs'
import { readAt, withFile } from './read-bytes.ts'

/**
 * The identity of a file: lower-case hex SHA-256 of the whole content up to 1 MiB; above that of the size (8 bytes,
 * little endian), the first 256 KiB, the last 256 KiB and eight 32 KiB samples spread between them, 768 KiB in all. Two
 * files with the same hash are only candidates for being identical: `wholeFileHash` decides.
 */
export function sampledFileHash(path: PathLike): Promise<string> {
  return withFile(path, async (file) => {
    const { size } = await file.stat()
    const hash = createHash('sha256')
    if (size <= WHOLE_HASH_MAX_BYTES) return hash.update(await readAt(file, 0, size)).digest('hex')

    const sizeBytes = Buffer.alloc(8)
    sizeBytes.writeBigUInt64LE(BigInt(size))
    hash.update(sizeBytes)
    hash.update(await readAt(file, 0, EDGE))
    hash.update(await readAt(file, size - EDGE, EDGE))
    for (let i = 1; i <= SAMPLES; i++) {
      hash.update(await readAt(file, Math.floor((i * (size - SAMPLE)) / (SAMPLES + 1)), SAMPLE))
    }
    return hash.digest('hex')
  })
}

const KIB = 1024
/** Files up to this size are hashed whole. */
export const WHOLE_HASH_MAX_BYTES = 1024 * KIB
const EDGE = 256 * KIB
const SAMPLE = 32 * KIB
const SAMPLES = 8
