import type { Queryable, Tx } from '../open.ts'

/** The storage of a plugin: for itself (user 0), or for one user. Expired values are left out. */
export interface PluginStorageOwner {
  pluginId: number
  userId: number
}

export async function readPluginValue(db: Queryable, owner: PluginStorageOwner, name: string, now: number) {
  const row = await valuesOf(db.query, owner, now).selectAll().where('name', '=', name).executeTakeFirst()
  return row && { data: JSON.parse(row.data) as unknown, expiresAt: row.expires_at }
}

export async function listPluginValues(db: Queryable, owner: PluginStorageOwner, now: number) {
  const rows = await valuesOf(db.query, owner, now)
    .select(['name', 'expires_at', 'updated_at'])
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ name: row.name, expiresAt: row.expires_at, updatedAt: row.updated_at }))
}

/** False if there is no room for another name. */
export async function writePluginValue(
  tx: Tx,
  { pluginId, userId }: PluginStorageOwner,
  entry: { name: string; data: unknown; expiresAt: number | null },
  maxNames: number,
  now: number,
): Promise<boolean> {
  await tx.deleteFrom('plugin_storage').where('plugin_id', '=', pluginId).where('expires_at', '<=', now).execute()
  const mine = () => tx.selectFrom('plugin_storage').where('plugin_id', '=', pluginId).where('user_id', '=', userId)
  const known = await mine().select('name').where('name', '=', entry.name).executeTakeFirst()
  if (!known) {
    const { n } = await mine()
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (Number(n) >= maxNames) return false
  }
  const values = { data: JSON.stringify(entry.data), expires_at: entry.expiresAt, updated_at: now }
  await tx
    .insertInto('plugin_storage')
    .values({ plugin_id: pluginId, user_id: userId, name: entry.name, ...values })
    .onConflict((conflict) => conflict.columns(['plugin_id', 'user_id', 'name']).doUpdateSet(values))
    .execute()
  return true
}

/** Returns how many there were; without a name, deletes all. */
export async function deletePluginValues(
  tx: Tx,
  { pluginId, userId }: PluginStorageOwner,
  name: string | undefined,
  now: number,
): Promise<number> {
  const visible = await valuesOf(tx, { pluginId, userId }, now).select('name').execute()
  const gone = name === undefined ? visible : visible.filter((row) => row.name === name)
  await tx
    .deleteFrom('plugin_storage')
    .where('plugin_id', '=', pluginId)
    .where('user_id', '=', userId)
    .$if(name !== undefined, (query) => query.where('name', '=', name!))
    .execute()
  return gone.length
}

const valuesOf = (query: Queryable['query'] | Tx, { pluginId, userId }: PluginStorageOwner, now: number) =>
  query
    .selectFrom('plugin_storage')
    .where('plugin_id', '=', pluginId)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
