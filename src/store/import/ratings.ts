import { sql } from 'kysely'
import { type EntityName, idColumnOf } from '../entity.ts'
import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'
import { newUid } from '../uid.ts'

export interface ImportedRating {
  /** Null: a review without a rating. */
  rating: number | null
  notes: string | null
  at: number
}

/** The user's ratings and reviews of these; the map lacks those without one. */
export async function findStoredRatings(
  tx: Pick<Tx, 'selectFrom'>,
  userId: number,
  entity: EntityName,
  ids: readonly number[],
): Promise<Map<number, ImportedRating>> {
  const column = idColumnOf(entity)
  const found = new Map<number, ImportedRating>()
  for (const some of inChunks([...new Set(ids)])) {
    const rows = await tx
      .selectFrom('user_rating')
      .select([column, 'rating', 'notes', 'updated_at'])
      .where('user_id', '=', userId)
      .where(column, 'in', some)
      .execute()
    for (const row of rows) {
      const id = (row as unknown as Record<string, number>)[column]!
      found.set(id, { rating: row.rating, notes: row.notes, at: row.updated_at })
    }
  }
  return found
}

/** With their original times. They replace the stored ones: the caller has merged them. */
export async function writeImportedRatings(
  tx: Tx,
  userId: number,
  entity: EntityName,
  ratings: ReadonlyMap<number, ImportedRating>,
): Promise<void> {
  const column = idColumnOf(entity)
  for (const some of inChunks([...ratings])) {
    const rows = some.map(([id, { rating, notes, at }]) => ({
      uid: newUid(),
      user_id: userId,
      [column]: id,
      rating,
      notes,
      created_at: at,
      updated_at: at,
    }))
    await tx
      .insertInto('user_rating')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', column]).doUpdateSet((eb) => ({
          rating: eb.ref('excluded.rating'),
          notes: eb.ref('excluded.notes'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute()
    if (entity === 'series') {
      await sql`update series set user_rating =
          (select avg(r.rating) from user_rating r where r.series_id = series.id)
        where id in (${sql.join(some.map(([id]) => id))})`.execute(tx)
    }
  }
}
