/**
 * हिन्दी as हिंदी, and हँसी as हंसी: in the scripts of India, the nasal before a consonant made at the same place of the
 * mouth may be written as a letter or as a dot, and the half-moon above the dot is often omitted. For searching only.
 */
export function withDottedNasals(text: string): string {
  return INDIC.test(text) ? text.replace(NASALS, dotOfScript) : text
}

const INDIC = /[\u0900-\u0b7f\u0c00-\u0d7f]/

/** Blocks of 128 characters in the same order. Tamil has no such dot. */
const BLOCKS = [0x900, 0x980, 0xa00, 0xa80, 0xb00, 0xc00, 0xc80, 0xd00]
const DOT = 0x02
const HALF_MOON = 0x01
const VIRAMA = 0x4d
/** A nasal, and the first and last of the consonants made at the same place. */
const PLACES = [
  [0x19, 0x15, 0x18],
  [0x1e, 0x1a, 0x1d],
  [0x23, 0x1f, 0x22],
  [0x28, 0x24, 0x27],
  [0x2e, 0x2a, 0x2d],
] as const

const inAllBlocks = (first: number, last = first): string =>
  `[${BLOCKS.map((block) => `${String.fromCharCode(block + first)}-${String.fromCharCode(block + last)}`).join('')}]`

/** Gurmukhi writes the dot as a second sign, too: ੰ. */
const NASALS = new RegExp(
  [
    ...PLACES.map(
      ([nasal, first, last]) => `${inAllBlocks(nasal)}${inAllBlocks(VIRAMA)}(?=${inAllBlocks(first, last)})`,
    ),
    inAllBlocks(HALF_MOON),
    '\u0a70',
  ].join('|'),
  'g',
)

const dotOfScript = (nasal: string): string => String.fromCharCode((nasal.charCodeAt(0) & ~0x7f) + DOT)
