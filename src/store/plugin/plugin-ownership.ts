import { sql } from 'kysely'
import type { Db, Tx } from '../open.ts'
import { databaseClockSql } from '../task/database-clock.ts'

/**
 * Only one of all possible processes runs a plugin: its owner, which keeps extending its claim. The claim of an owner
 * that has stopped expires automatically.
 */
export async function claimPlugin(
  db: Db,
  id: number,
  owner: string,
  forMs: number,
): Promise<{ isMine: boolean; before: string | null }> {
  return db.transaction(async (tx) => {
    const row = await tx.selectFrom('plugin').select('owner').where('id', '=', id).executeTakeFirst()
    const clock = databaseClockSql(db.kind)
    const { numUpdatedRows } = await tx
      .updateTable('plugin')
      .set({ owner, owner_until: sql<number>`${clock} + ${forMs}` })
      .where('id', '=', id)
      .where(sql<boolean>`(owner is null or owner = ${owner} or owner_until < ${clock})`)
      .executeTakeFirst()
    return { isMine: numUpdatedRows > 0n, before: row?.owner ?? null }
  })
}

/** Extends this owner's claims, and returns the plugins that it still owns. */
export async function extendPluginClaims(db: Db, owner: string, forMs: number): Promise<Set<number>> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .updateTable('plugin')
      .set({ owner_until: sql<number>`${databaseClockSql(db.kind)} + ${forMs}` })
      .where('owner', '=', owner)
      .returning('id')
      .execute()
    return new Set(rows.map((row) => row.id))
  })
}

/** All of this owner, or the claim of one plugin. */
export async function releasePluginClaims(tx: Tx, owner: string, id?: number): Promise<void> {
  let query = tx.updateTable('plugin').set({ owner: null, owner_until: 0 }).where('owner', '=', owner)
  if (id !== undefined) query = query.where('id', '=', id)
  await query.execute()
}

/** For setups in which only one process can run plugins: the previous owner is gone. */
export async function releaseAllPluginClaims(tx: Tx): Promise<void> {
  await tx.updateTable('plugin').set({ owner: null, owner_until: 0 }).where('owner', 'is not', null).execute()
}
