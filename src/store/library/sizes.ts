import type { Queryable } from '../open.ts'

/** File size of each library in bytes, from the stored sums of the series. */
export async function readLibrarySizes(db: Pick<Queryable, 'query'>): Promise<Map<number, number>> {
  const rows = await db.query
    .selectFrom('series')
    .select((eb) => ['library_id', eb.fn.sum<number>('file_size').as('bytes')])
    .groupBy('library_id')
    .execute()
  return new Map(rows.map((row) => [row.library_id, Number(row.bytes)]))
}
