import type { Tx } from '../db.ts'
import { decodePublicationStructure } from './publication-structure.ts'

/** For books that were analysed before the flag existed: only the pages of a fixed layout have sizes. */
export async function markFixedLayoutBooks(tx: Tx): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('book as b')
      .innerJoin('book_outline as o', 'o.book_id', 'b.id')
      .select(['b.id', 'o.outline'])
      .where('b.format', '=', 'epub')
      // Analysis sets the type of a fixed-layout book to comic, or to what its file specifies; never to novel.
      .where('b.book_type', 'is not', null)
      .where('b.book_type', 'not in', ['novel', 'novella'])
      .where('b.id', '>', after)
      .orderBy('b.id')
      .limit(200)
      .execute()
    if (rows.length === 0) return
    after = rows.at(-1)!.id
    const fixed = rows.filter(({ outline }) => isFixedLayout(outline)).map(({ id }) => id)
    if (fixed.length > 0) await tx.updateTable('book').set({ is_fixed_layout: 1 }).where('id', 'in', fixed).execute()
  }
}

/** A page with its own layout doesn't determine that of the book. */
function isFixedLayout(outline: Uint8Array): boolean {
  const { readingOrder } = decodePublicationStructure(outline)
  return readingOrder.some((item) => item.width !== undefined && item.layout === undefined)
}
