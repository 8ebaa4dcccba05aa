import type { FileSource } from './file-source.ts'

/**
 * Combines reads of neighbouring small entries: a comic of small pages takes a handful of reads instead of one per
 * page.
 */
export class ReadWindow {
  static readonly SIZE = 64 * 1024
  readonly #source: FileSource
  readonly #buffer = Buffer.allocUnsafeSlow(ReadWindow.SIZE)
  #start = 0
  #end = 0
  #last = 0

  constructor(source: FileSource) {
    this.#source = source
  }

  /** Valid until the next call. */
  at(offset: number, length: number): Buffer {
    if (offset >= this.#start && offset + length <= this.#end) {
      this.#last = offset
      return this.#buffer.subarray(offset - this.#start, offset - this.#start + length)
    }
    if (length > ReadWindow.SIZE) return this.#source.readAt(offset, length)
    // Entries close together are likely to stay so; when they're far apart, reading the gaps costs more than it saves.
    const dense = offset - this.#last < ReadWindow.SIZE / 4
    this.#last = offset
    const read = this.#source.readInto(this.#buffer.subarray(0, dense ? ReadWindow.SIZE : length), offset)
    this.#start = offset
    this.#end = offset + read
    return this.#buffer.subarray(0, Math.min(length, read))
  }
}
