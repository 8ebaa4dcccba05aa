import type { FileSource } from './file-source.ts'

/**
 * Combines reads of neighbouring small entries: a comic of small pages takes a handful of reads instead of one per
 * page. All windows of a thread share one buffer: a scan opens a hundred archives a second, and their buffers would
 * stay until V8 collects them.
 */
export class ReadWindow {
  static readonly SIZE = 64 * 1024
  static #buffer: Buffer | undefined
  /** The window whose bytes are in the buffer. */
  static #latest: ReadWindow | undefined
  readonly #source: FileSource
  #start = 0
  #end = 0
  #last = 0

  constructor(source: FileSource) {
    this.#source = source
  }

  /** Valid until the next call, also of another window. */
  at(offset: number, length: number): Buffer {
    ReadWindow.#buffer ??= Buffer.allocUnsafeSlow(ReadWindow.SIZE)
    const buffer = ReadWindow.#buffer
    if (ReadWindow.#latest === this && offset >= this.#start && offset + length <= this.#end) {
      this.#last = offset
      return buffer.subarray(offset - this.#start, offset - this.#start + length)
    }
    if (length > ReadWindow.SIZE) return this.#source.readAt(offset, length)
    // Entries close together are likely to stay so; when they're far apart, reading the gaps costs more than it saves.
    const dense = offset - this.#last < ReadWindow.SIZE / 4
    this.#last = offset
    // None while it is read: that may fail halfway.
    ReadWindow.#latest = undefined
    const read = this.#source.readInto(buffer.subarray(0, dense ? ReadWindow.SIZE : length), offset)
    ReadWindow.#latest = this
    this.#start = offset
    this.#end = offset + read
    return buffer.subarray(0, Math.min(length, read))
  }
}
