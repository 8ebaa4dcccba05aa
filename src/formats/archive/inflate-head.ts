// Our own inflate for the first bytes of a deflated entry (RFC 1951). The dimensions of an image are in its first two
// hundred bytes; zlib sets up some 40 KB of state and full tables before it returns them, which took three quarters of
// the analysis of a comic with deflated pages. This sets up only what so few bytes need, and takes half the time.
// Unusual or longer input goes to zlib.

/**
 * Returns exactly `wanted` bytes, valid until the next call. Undefined when unsupported: the input ends, the entry is
 * shorter or damaged, or its first block is not the usual one.
 */
export function inflateHead(packed: Uint8Array, wanted: number): Uint8Array | undefined {
  if (wanted > MAX_HEAD_BYTES || packed.length < 64) return undefined
  const header = packed[0]!
  // §3.2.3: whether it is the last block doesn't matter, but it must use dynamic Huffman codes.
  if (((header >> 1) & 3) !== 2) return undefined
  // `look` reads three bytes at a time.
  const end = (packed.length - 3) * 8
  const start = readCodes(packed, 3, end)
  return start > 0 && decode(packed, start, end, wanted) ? output.subarray(0, wanted) : undefined
}

const MAX_HEAD_BYTES = 1024
const output = new Uint8Array(MAX_HEAD_BYTES + 258)
const lengths = new Uint8Array(320)

/** A prefix code: the number of codewords of each length, and the symbols in codeword order. */
const literals = { counts: new Uint16Array(16), symbols: new Uint16Array(288) }
const distances = { counts: new Uint16Array(16), symbols: new Uint16Array(32) }
/** The code of the code lengths, whose codewords have at most seven bits: one table lookup, symbol × 8 + length. */
const lengthWords = new Uint8Array(128)

/** Codewords are stored with their first bit lowest; tables are indexed by them in that order. */
const REVERSED = Uint16Array.from({ length: 128 }, (_, word) => {
  let reversed = 0
  for (let bit = 0; bit < 7; bit++) reversed |= ((word >> bit) & 1) << (6 - bit)
  return reversed
})

const LENGTHS_ORDER = new Uint8Array([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15])

/** §3.2.7. Returns the bit position after the codes; 0 when they're invalid or the input ends. */
function readCodes(packed: Uint8Array, start: number, end: number): number {
  let position = start
  const header = peekBits(packed, position)
  const literalCount = (header & 31) + 257
  const total = literalCount + ((header >> 5) & 31) + 1
  const lengthCount = ((header >> 10) & 15) + 4
  position += 14
  for (let index = 0; index < 19; index++) lengths[index] = 0
  for (let index = 0; index < lengthCount; index++, position += 3)
    lengths[LENGTHS_ORDER[index]!] = peekBits(packed, position) & 7
  buildLengthWords()
  let at = 0
  let last = 0
  while (at < total) {
    if (position > end) return 0
    const bits = peekBits(packed, position)
    const word = lengthWords[bits & 127]!
    const size = word & 7
    if (size === 0) return 0
    const symbol = word >> 3
    if (symbol < 16) {
      position += size
      lengths[at++] = last = symbol
      continue
    }
    const extra = symbol === 16 ? 2 : symbol === 17 ? 3 : 7
    let times = (symbol === 18 ? 11 : 3) + ((bits >> size) & ((1 << extra) - 1))
    position += size + extra
    if (at + times > total) return 0
    if (symbol !== 16) last = 0
    while (times-- > 0) lengths[at++] = last
  }
  order(literals, 0, literalCount)
  order(distances, literalCount, total - literalCount)
  return position
}

/** Returns sixteen bits from this position. */
function peekBits(packed: Uint8Array, position: number): number {
  const at = position >> 3
  return ((packed[at]! | (packed[at + 1]! << 8) | (packed[at + 2]! << 16)) >> (position & 7)) & 0xffff
}

const nextWords = new Uint16Array(16)
const places = new Uint16Array(16)

function buildLengthWords(): void {
  nextWords.fill(0)
  lengthWords.fill(0)
  for (let symbol = 0; symbol < 19; symbol++) nextWords[lengths[symbol]!]!++
  nextWords[0] = 0
  let word = 0
  for (let length = 1; length < 8; length++) {
    const count = nextWords[length]!
    nextWords[length] = word
    word = (word + count) << 1
  }
  for (let symbol = 0; symbol < 19; symbol++) {
    const length = lengths[symbol]!
    if (length === 0) continue
    const value = nextWords[length]!++
    for (let at = REVERSED[value & 127]! >> (7 - length); at < 128; at += 1 << length)
      lengthWords[at] = (symbol << 3) | length
  }
}

function order({ counts, symbols }: typeof literals, start: number, size: number): void {
  counts.fill(0)
  for (let symbol = 0; symbol < size; symbol++) counts[lengths[start + symbol]!]!++
  counts[0] = 0
  let place = 0
  for (let length = 1; length < 16; length++) {
    places[length] = place
    place += counts[length]!
  }
  for (let symbol = 0; symbol < size; symbol++) {
    const length = lengths[start + symbol]!
    if (length !== 0) symbols[places[length]!++] = symbol
  }
}

/** §3.2.2, decoded length by length: returns symbol × 16 + codeword length; 0 when there is no match. */
function find({ counts, symbols }: typeof literals, bits: number): number {
  let word = 0
  let first = 0
  let place = 0
  let rest = bits
  for (let length = 1; length < 16; length++) {
    word |= rest & 1
    rest >>= 1
    const count = counts[length]!
    if (word - first < count) return (symbols[place + word - first]! << 4) | length
    place += count
    first = (first + count) << 1
    word <<= 1
  }
  return 0
}

const LENGTH_BASE = new Uint16Array([
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
])
const LENGTH_BITS = new Uint8Array([
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
])
/** Distances up to 1,536: the output is never longer. */
const DISTANCE_BASE = new Uint16Array([
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025,
])

function decode(packed: Uint8Array, start: number, end: number, wanted: number): boolean {
  let position = start
  let length = 0
  while (length < wanted) {
    if (position > end) return false
    const literal = find(literals, peekBits(packed, position))
    position += literal & 15
    const symbol = literal >> 4
    if (literal === 0 || symbol === 256 || symbol > 285) return false
    if (symbol < 256) {
      output[length++] = symbol
      continue
    }
    const extra = LENGTH_BITS[symbol - 257]!
    let size = LENGTH_BASE[symbol - 257]! + (peekBits(packed, position) & ((1 << extra) - 1))
    position += extra
    if (position > end) return false
    const code = find(distances, peekBits(packed, position))
    position += code & 15
    const step = code >> 4
    if (code === 0 || step > 20 || position > end) return false
    const farther = step < 2 ? 0 : (step >> 1) - 1
    const distance = DISTANCE_BASE[step]! + (peekBits(packed, position) & ((1 << farther) - 1))
    position += farther
    if (distance > length) return false
    for (; size > 0; size--, length++) output[length] = output[length - distance]!
  }
  return true
}
