import { createHash } from 'node:crypto'
import type { PathLike } from 'node:fs'
import { withFile } from './read-bytes.ts'

/** SHA-256 of the whole file, lower-case hex, in constant memory: decides whether two files are identical. */
export function wholeFileHash(path: PathLike, signal?: AbortSignal): Promise<string> {
  return withFile(path, async (file) => {
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(CHUNK)
    for (let position = 0; ; ) {
      signal?.throwIfAborted()
      const { bytesRead } = await file.read(buffer, 0, CHUNK, position)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
      position += bytesRead
    }
  })
}

const CHUNK = 1024 * 1024
