import type { FileSource } from './file-source.ts'

/**
 * The entries of a RAR 5 archive that have no bytes of their own, with the name of the file that has them: copies of an
 * identical file (`rar -oi`) and hard links. The library names such entries, but not what they refer to. Empty for
 * anything that isn't readable as RAR 5.
 */
export function readRar5Links(source: FileSource): Map<number, string> {
  const links = new Map<number, string>()
  let fileCount = 0
  let at = SIGNATURE_BYTES
  while (at < source.size) {
    const block = readBlock(source, at)
    if (!block || block.type === END || block.type === ENCRYPTION) break
    at = block.end
    if (block.type !== FILE) continue
    const target = block.extra && findLinkTarget(block.extra)
    if (target !== undefined) links.set(fileCount, target)
    fileCount++
  }
  return links
}

const SIGNATURE_BYTES = 8
const [FILE, ENCRYPTION, END] = [2, 4, 5]
const [HAS_EXTRA, HAS_DATA] = [1, 2]
const MAX_HEADER_BYTES = 2 * 1024 * 1024
const CHECKSUM_BYTES = 4
const MAX_SIZE_BYTES = 3

interface Block {
  type: number
  /** Records after the fixed fields of the header. */
  extra: Fields | undefined
  /** Where the next block begins. */
  end: number
}

function readBlock(source: FileSource, at: number): Block | undefined {
  const head = new Fields(source.readAt(at + CHECKSUM_BYTES, MAX_SIZE_BYTES))
  const size = head.number()
  if (!(size > 0 && size <= MAX_HEADER_BYTES)) return undefined
  const start = at + CHECKSUM_BYTES + head.at
  const bytes = source.readAt(start, size)
  const fields = new Fields(bytes)
  const [type, flags] = [fields.number(), fields.number()]
  const extraSize = flags & HAS_EXTRA ? fields.number() : 0
  const dataSize = flags & HAS_DATA ? fields.number() : 0
  const end = start + size + dataSize
  if (bytes.length < size || !Number.isSafeInteger(end) || !(extraSize <= size)) return undefined
  return { type, extra: extraSize > 0 ? new Fields(bytes.subarray(size - extraSize)) : undefined, end }
}

const REDIRECTION = 5
/** The other kinds are symbolic links, which may lead out of the archive. */
const [HARD_LINK, FILE_COPY] = [4, 5]

function findLinkTarget(extra: Fields): string | undefined {
  while (!extra.isAtEnd) {
    const record = new Fields(extra.bytes(extra.number()))
    if (record.number() !== REDIRECTION) continue
    const kind = record.number()
    record.number() // whether the target is a folder
    return kind === HARD_LINK || kind === FILE_COPY ? record.bytes(record.number()).toString('utf8') : undefined
  }
  return undefined
}

/** The fields of a header, one after the other. */
class Fields {
  at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  /** Seven bits per byte, least significant first; NaN if the header ends before the number. */
  number(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.at++]
      if (byte === undefined) return Number.NaN
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
  }

  bytes(count: number): Buffer {
    // Of a damaged header, the rest.
    const end = count >= 0 ? this.at + count : this.#bytes.length
    const bytes = this.#bytes.subarray(this.at, end)
    this.at = end
    return bytes
  }
}
