import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { FormatError } from '../errors.ts'

/** A file open for positioned, blocking reads. */
export class FileSource {
  readonly fd: number
  readonly size: number
  #open = true

  constructor(path: string | Buffer) {
    this.fd = openSync(path, 'r')
    try {
      const stat = fstatSync(this.fd)
      if (!stat.isFile()) throw new FormatError('format_detection', 'This is not a regular file.')
      this.size = stat.size
    } catch (error) {
      closeSync(this.fd)
      throw error
    }
  }

  /** Reads up to `length` bytes, fewer at the end of the file. Returns a new buffer, safe to keep. */
  readAt(offset: number, length: number): Buffer {
    const available = offset >= 0 ? Math.max(0, Math.min(length, this.size - offset)) : 0
    const buffer = Buffer.allocUnsafe(available)
    return buffer.subarray(0, this.readInto(buffer, offset))
  }

  /** Fills the buffer from the offset; returns the number of bytes read. */
  readInto(buffer: Uint8Array, offset: number): number {
    // Offsets come from the file's contents and may point outside it.
    if (!(offset >= 0 && offset < this.size)) return 0
    let filled = 0
    while (filled < buffer.length) {
      const count = readSync(this.fd, buffer, filled, buffer.length - filled, offset + filled)
      if (count === 0) break
      filled += count
    }
    return filled
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    closeSync(this.fd)
  }
}
