import type { PathLike } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Reads up to `length` bytes at `position`; returns fewer only at the end of the file. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  // A positioned read may return less than requested (network shares do): repeat until the end of the file.
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

export async function withFile<T>(path: PathLike, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r')
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}
