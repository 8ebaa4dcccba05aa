import type { Queryable, Tx } from '../open.ts'

export interface PreferenceRow {
  name: string
  value: unknown
  updatedAt: number
}

export async function listPreferences(db: Queryable, userId: number): Promise<PreferenceRow[]> {
  const rows = await db.query
    .selectFrom('user_preference')
    .select(['name', 'value', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute()
  return rows.map(rowOf)
}

export async function findPreference(db: Queryable, userId: number, name: string): Promise<PreferenceRow | undefined> {
  const row = await db.query
    .selectFrom('user_preference')
    .select(['name', 'value', 'updated_at'])
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row && rowOf(row)
}

export async function setPreference(tx: Tx, userId: number, name: string, value: unknown, now: number): Promise<void> {
  const text = JSON.stringify(value)
  await tx
    .insertInto('user_preference')
    .values({ user_id: userId, name, value: text, updated_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value: text, updated_at: now }))
    .execute()
}

/** Returns whether there was one. */
export async function deletePreference(tx: Tx, userId: number, name: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('user_preference')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

function rowOf(row: { name: string; value: string; updated_at: number }): PreferenceRow {
  return { name: row.name, value: JSON.parse(row.value), updatedAt: row.updated_at }
}
