import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { TextItem } from '../../formats/isolate/reading-thread-messages.ts'
import { type Token, tokenise } from '../text/text-tokens.ts'
import { commonPairsOf } from './common-pairs.ts'

/** The unit of search: an item, or a part of a long one. */
export interface Passage {
  text: string
  words: readonly string[]
  /** Its pairs of adjacent common words. */
  pairs: readonly string[]
  place: PassageLocation
}

/** Stored with a passage as JSON. `start` and `length` refer to the item's text. */
export type PassageLocation = Omit<TextItem, 'text'> & { start: number; length: number }

/**
 * Splits an item into passages. Chapters stay whole; only very long ones, and those that repeat a word too often, are
 * split, between paragraphs if possible.
 */
export function splitIntoPassages({ text, ...item }: TextItem): Passage[] {
  const { words, joined } = tokenise(text)
  const passages: Passage[] = []
  let next = 0
  for (let from = 0; from < words.length; ) {
    const to = cutAt(text, words, from)
    const start = from === 0 ? 0 : words[from]!.start
    const end = to === words.length ? text.length : words[to]!.start
    const own = words.slice(from, to).map(({ word }) => word)
    const pairs = commonPairsOf(own)
    while (next < joined.length && joined[next]!.start < end) own.push(joined[next++]!.word)
    passages.push({ text: text.slice(start, end), words: own, pairs, place: { ...item, start, length: text.length } })
    from = to
  }
  return passages
}

/** The index of the first word of the next passage. */
function cutAt(text: string, words: readonly Token[], from: number): number {
  const max = lastCut(words, from)
  if (words.length <= max) return words.length
  for (let at = max; at > (from + max) / 2; at--) {
    if (text.slice(words[at - 1]!.end, words[at]!.start).includes('\n')) return at
  }
  // Pairs of one run overlap: they aren't separated if a space is near.
  for (let at = max; at > max - 100; at--) if (words[at]!.start > words[at - 1]!.end) return at
  return max
}

/** Before any word occurs more often than its positions can be stored. */
function lastCut(words: readonly Token[], from: number): number {
  const end = from + MAX_WORDS
  const counts = new Map<string, number>()
  for (let at = from; at < Math.min(end, words.length); at++) {
    const { word } = words[at]!
    const count = (counts.get(word) ?? 0) + 1
    if (count > MAX_POSITIONS) return at
    counts.set(word, count)
  }
  return end
}

const MAX_WORDS = 4000
/** PostgreSQL drops further positions of a word in a document; "the" reaches this in four thousand words. */
export const MAX_POSITIONS = 255

export const compressText = (text: string): Uint8Array => zstdCompressSync(Buffer.from(text))
export const decompressText = (packed: Uint8Array): string => zstdDecompressSync(packed).toString()

/** The size of a passage in the FTS5 index: a few bytes per distinct word, and one or two per occurrence. */
export function estimateIndexBytes(words: readonly string[]): number {
  const last = new Map<string, number>()
  let bytes = 0
  for (const [at, word] of words.entries()) {
    const before = last.get(word)
    bytes += before === undefined ? NEW_WORD : at - before < 126 ? 1 : 2
    last.set(word, at)
  }
  return bytes
}

const NEW_WORD = 5
