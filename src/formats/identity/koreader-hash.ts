import { createHash } from 'node:crypto'
import type { PathLike } from 'node:fs'
import { readAt, withFile } from './read-bytes.ts'

/**
 * KOReader's partial MD5, which its sync uses as a document id: up to twelve samples of at most 1,024 bytes, ending at
 * the first offset past the end of the file; a short last sample is hashed at its real length.
 */
export function koreaderHashOfFile(path: PathLike): Promise<string> {
  return withFile(path, async (file) => {
    const hash = createHash('md5')
    for (const offset of OFFSETS) {
      const sample = await readAt(file, offset, SAMPLE)
      if (sample.length === 0) break
      hash.update(sample)
    }
    return hash.digest('hex')
  })
}

/** The same, for a file that is already in memory. */
export function koreaderHashOfBytes(bytes: Uint8Array): string {
  const hash = createHash('md5')
  for (const offset of OFFSETS) {
    if (offset >= bytes.byteLength) break
    hash.update(bytes.subarray(offset, offset + SAMPLE))
  }
  return hash.digest('hex')
}

const SAMPLE = 1024

// KOReader computes `lshift(1024, 2 * i)` for i = -1 … 10. LuaJIT takes shift counts modulo 32, so the first one
// overflows to offset 0 instead of 256.
const OFFSETS = [0, ...Array.from({ length: 11 }, (_, i) => 1024 * 4 ** i)]
