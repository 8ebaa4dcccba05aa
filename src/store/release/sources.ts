import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import type { Tables } from '../tables.ts'
import { newUid, type Uid } from '../uid.ts'

export type ReleaseSourceRow = Selectable<Tables['release_source']>

export interface ReleaseSourceToRegister {
  sourceKey: string
  displayName: string
  kind: string
  config: unknown
}

/** Sets exactly these sources of the plugin; those that stay keep the administrator's settings. */
export async function replaceReleaseSources(
  tx: Tx,
  pluginId: number,
  sources: readonly ReleaseSourceToRegister[],
  now: number,
): Promise<{ registered: number; pruned: number }> {
  const keys = sources.map((source) => source.sourceKey)
  const gone = await tx
    .deleteFrom('release_source')
    .where('plugin_id', '=', pluginId)
    .$if(keys.length > 0, (query) => query.where('source_key', 'not in', keys))
    .executeTakeFirst()
  for (const source of sources) {
    const values = {
      kind: source.kind,
      config: JSON.stringify(source.config ?? null),
      updated_at: now,
    }
    await tx
      .insertInto('release_source')
      .values({
        uid: newUid(),
        plugin_id: pluginId,
        source_key: source.sourceKey,
        // An administrator may have renamed it since.
        display_name: source.displayName,
        ...values,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['plugin_id', 'source_key']).doUpdateSet(values))
      .execute()
  }
  return { registered: sources.length, pruned: Number(gone.numDeletedRows) }
}

export async function listReleaseSources(db: Queryable): Promise<ReleaseSourceRow[]> {
  return db.query.selectFrom('release_source').selectAll().orderBy('display_name').orderBy('id').execute()
}

export async function findReleaseSource(db: Queryable, which: { uid: Uid } | { id: number }) {
  const query = db.query.selectFrom('release_source').selectAll()
  return ('uid' in which ? query.where('uid', '=', which.uid) : query.where('id', '=', which.id)).executeTakeFirst()
}

export async function updateReleaseSource(
  tx: Tx,
  id: number,
  change: Partial<Omit<ReleaseSourceRow, 'id' | 'uid' | 'plugin_id'>>,
): Promise<void> {
  if (Object.keys(change).length > 0) await tx.updateTable('release_source').set(change).where('id', '=', id).execute()
}
