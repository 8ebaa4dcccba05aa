import { FormatError } from '../errors.ts'

/**
 * Where the stored bytes of a sparse entry belong: pairs of offset and length; between them are zeros. `null`: the
 * pairs are at the start of the entry's bytes, as decimal lines.
 */
export type SparseMap = readonly number[] | null

/** The map of an entry with GNU's type S, in its header and in the blocks after it. */
export class SparseMapReader {
  readonly map: number[] = []
  /** Another block with a part of the map follows. */
  isContinued: boolean

  constructor(header: Buffer, readNumber: ReadNumber) {
    this.isContinued = this.#add(header, readNumber, 386, 4)
  }

  addBlock(block: Buffer, readNumber: ReadNumber): void {
    this.isContinued = this.#add(block, readNumber, 0, 21)
  }

  /** After the pairs is a byte that says whether there are more. */
  #add(block: Buffer, readNumber: ReadNumber, start: number, pairs: number): boolean {
    const end = start + pairs * 24
    for (let at = start; at < end && block[at] !== 0; at += 24)
      this.map.push(readNumber(block, at, 12), readNumber(block, at + 12, 12))
    return block[end] !== 0
  }
}

type ReadNumber = (block: Buffer, at: number, length: number) => number

/** The map in the pax records of an entry; undefined if it is not sparse. */
export function sparseMapOfPax(pax: ReadonlyMap<string, string>): SparseMap | undefined {
  if (pax.get('GNU.sparse.major') === '1') return null
  return pax.get('GNU.sparse.map')?.split(',').map(Number)
}

/** Puts the stored bytes of a sparse entry where they belong. */
export class SparseExpander {
  readonly #size: number
  readonly #give: (piece: Uint8Array) => boolean
  #map: SparseMap
  /** The start of the stored bytes, until the map in it is complete. */
  #head: Buffer = Buffer.alloc(0)
  #pair = 0
  /** The position in the expanded entry. */
  #at = 0

  constructor(map: SparseMap, size: number, give: (piece: Uint8Array) => boolean) {
    this.#map = map
    this.#size = size
    this.#give = give
  }

  /** Takes stored bytes; false when no more are wanted. */
  push(piece: Uint8Array): boolean {
    let rest = piece
    if (this.#map === null) {
      this.#head = Buffer.concat([this.#head, rest])
      const found = readMapLines(this.#head)
      if (!found) return true
      this.#map = found.map
      rest = this.#head.subarray(found.end)
      this.#head = Buffer.alloc(0)
    }
    while (rest.length > 0 && this.#pair < this.#map.length) {
      const start = this.#map[this.#pair]!
      const end = start + this.#map[this.#pair + 1]!
      if (!(start >= 0 && end >= start && end <= this.#size && this.#at <= end)) throw damaged()
      if (!this.#fillUntil(start)) return false
      const taken = rest.subarray(0, end - this.#at)
      if (taken.length > 0 && !this.#give(taken)) return false
      this.#at += taken.length
      rest = rest.subarray(taken.length)
      if (this.#at === end) this.#pair += 2
    }
    return true
  }

  /** The zeros after the last stored byte. */
  end(): boolean {
    return this.#fillUntil(this.#size)
  }

  #fillUntil(end: number): boolean {
    while (this.#at < end) {
      const count = Math.min(end - this.#at, zeros.length)
      if (!this.#give(zeros.subarray(0, count))) return false
      this.#at += count
    }
    return true
  }
}

const zeros = new Uint8Array(64 * 1024)
const MAX_PAIRS = 10_000

/** A line with the number of pairs, then a line for each number, filled up to whole blocks. */
function readMapLines(head: Buffer): { map: number[]; end: number } | undefined {
  const numbers: number[] = []
  let at = 0
  for (let wanted = 1; numbers.length < wanted; wanted = 1 + 2 * (numbers[0] ?? 0)) {
    const line = head.indexOf(0x0a, at)
    if (line < 0) {
      if (head.length - at > 20) throw damaged()
      return undefined
    }
    const number = Number(head.toString('latin1', at, line))
    if (!Number.isSafeInteger(number) || number < 0 || (numbers.length === 0 && number > MAX_PAIRS)) throw damaged()
    numbers.push(number)
    at = line + 1
  }
  const end = Math.ceil(at / 512) * 512
  return head.length < end ? undefined : { map: numbers.slice(1), end }
}

const damaged = () => new FormatError('parser', 'The tar archive is damaged: an entry has an impossible size.')
