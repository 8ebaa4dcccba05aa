import { sql } from 'kysely'
import type { Db, Tx } from '../open.ts'
import { COMMON_PAIRS_VERSION } from './common-words.ts'
import { compressText, estimateIndexBytes, MAX_POSITIONS, type Passage } from './passages.ts'

/** A passage's id consists of its book's id and its number there. */
export const MAX_PASSAGES_PER_BOOK = 65_536

export interface IndexedSize {
  passages: number
  words: number
  bytes: number
}

/** Indexes passages, numbered from `first`. Returns their size. */
export async function writePassages(
  tx: Tx,
  kind: Db['kind'],
  bookId: number,
  first: number,
  passages: readonly Passage[],
): Promise<IndexedSize> {
  const size: IndexedSize = { passages: 0, words: 0, bytes: 0 }
  for (const [index, { text, words, pairs, place }] of passages.entries()) {
    const number = first + index
    if (number >= MAX_PASSAGES_PER_BOOK) break
    const id = bookId * MAX_PASSAGES_PER_BOOK + number
    const indexed = [...words, ...pairs]
    const body = compressText(text)
    const placed = JSON.stringify(place)
    await tx.insertInto('book_text').values({ id, book_id: bookId, place: placed, body }).execute()
    await (kind === 'sqlite'
      ? sql`insert into text_search (rowid, words) values (${id}, ${indexed.join(' ')})`.execute(tx)
      : sql`insert into text_search (id, words) values (${id}, ${vectorOf(words, pairs)}::tsvector)`.execute(tx))
    size.passages++
    size.words += words.length
    size.bytes += body.length + placed.length + estimateIndexBytes(indexed)
  }
  return size
}

/** The words are already folded and split: PostgreSQL's parser must not split them differently. */
export function vectorOf(words: readonly string[], pairs: readonly string[]): string {
  const places = new Map<string, number[]>()
  for (const [at, word] of words.entries()) {
    const known = places.get(word)
    if (!known) places.set(word, [at + 1])
    else if (known.length < MAX_POSITIONS) known.push(at + 1)
  }
  const placed = [...places].map(([word, at]) => `'${word}':${at.join(',')}`)
  return [...placed, ...pairs.map((pair) => `'${pair}'`)].join(' ')
}

/** Deletes the stored text of a book. The index entries are deleted with the rows. */
export async function deleteBookText(tx: Tx, bookId: number): Promise<void> {
  await tx.deleteFrom('book_text').where('book_id', '=', bookId).execute()
  await tx.deleteFrom('book_text_state').where('book_id', '=', bookId).execute()
}

export async function recordBookTextIndexed(
  tx: Tx,
  book: { id: number; hash: string },
  outcome: 'indexed' | 'failed',
  { passages, words, bytes }: IndexedSize,
  now = Date.now(),
): Promise<void> {
  const state = {
    hash: book.hash,
    outcome,
    passages,
    words,
    bytes,
    indexed_at: now,
    common_pairs: COMMON_PAIRS_VERSION,
  }
  await tx
    .insertInto('book_text_state')
    .values({ book_id: book.id, ...state })
    .onConflict((conflict) => conflict.column('book_id').doUpdateSet(state))
    .execute()
}
