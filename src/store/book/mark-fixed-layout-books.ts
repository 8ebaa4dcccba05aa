import type { Tx } from '../db.ts'
import { decodePublicationStructure } from './publication-structure.ts'

/** Books that were analysed before it was kept: only the pages of a fixed layout were measured. */
export async function markFixedLayoutBooks(tx: Tx): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('book as b')
      .innerJoin('book_outline as o', 'o.book_id', 'b.id')
      .select(['b.id', 'o.outline'])
      .where('b.format', '=', 'epub')
      // Analysis calls a book of fixed layout a comic, or what its file says; a novel it is not.
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

/** A page with a layout of its own says nothing about the book. */
function isFixedLayout(outline: Uint8Array): boolean {
  const { readingOrder } = decodePublicationStructure(outline)
  return readingOrder.some((item) => item.width !== undefined && item.layout === undefined)
}
