import { inChunks } from '../in-chunks.ts'
import type { Queryable } from '../open.ts'
import { parseStoredJson } from '../parse-stored-json.ts'

/** The locked fields of our series or books. */
export async function readLocks(
  db: Pick<Queryable, 'query'>,
  owner: 'book' | 'series',
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const locks = new Map<number, string[]>()
  for (const some of inChunks(ids)) {
    const rows =
      owner === 'series'
        ? await db.query.selectFrom('series').select(['id', 'locks']).where('id', 'in', some).execute()
        : await db.query
            .selectFrom('book_meta')
            .select(['book_id as id', 'locks'])
            .where('book_id', 'in', some)
            .execute()
    for (const row of rows) locks.set(row.id, parseStoredJson<string[]>(row.locks, []))
  }
  return locks
}
