import type { Tx } from '../open.ts'

/** Writes only the facts of books, which aren't in their columns. */
export async function writeBookFacts(tx: Tx, facts: ReadonlyMap<number, string>): Promise<void> {
  if (facts.size === 0) return
  await tx
    .insertInto('book_meta')
    .values([...facts].map(([bookId, text]) => ({ book_id: bookId, facts: text })))
    .onConflict((conflict) => conflict.column('book_id').doUpdateSet((eb) => ({ facts: eb.ref('excluded.facts') })))
    .execute()
}
