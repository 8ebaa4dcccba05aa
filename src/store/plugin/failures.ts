import type { Queryable, Tx } from '../open.ts'
import { bytesToUuid, newUid } from '../uid.ts'

export interface PluginFailure {
  uid: string
  code: string
  method: string | null
  message: string
  /** The last log lines before the failure. */
  log: string[]
  occurredAt: number
}

/** Keeps only the newest failures of each plugin. */
export async function insertPluginFailure(
  tx: Tx,
  pluginId: number,
  failure: Omit<PluginFailure, 'uid' | 'occurredAt'>,
  now: number,
): Promise<void> {
  const { code, method, message, log } = failure
  await tx
    .insertInto('plugin_failure')
    .values({ uid: newUid(), plugin_id: pluginId, code, method, message, log: JSON.stringify(log), occurred_at: now })
    .execute()
  const oldest = await tx
    .selectFrom('plugin_failure')
    .select('id')
    .where('plugin_id', '=', pluginId)
    .orderBy('id', 'desc')
    .offset(KEPT)
    .limit(1)
    .executeTakeFirst()
  if (oldest) {
    await tx.deleteFrom('plugin_failure').where('plugin_id', '=', pluginId).where('id', '<=', oldest.id).execute()
  }
}

export async function listPluginFailures(
  db: Queryable,
  pluginId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ failures: PluginFailure[]; total: number }> {
  const ofPlugin = db.query.selectFrom('plugin_failure').where('plugin_id', '=', pluginId)
  const rows = await ofPlugin.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await ofPlugin.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { failures: rows.map(failureOf), total: Number(total) }
}

export async function countPluginFailures(db: Queryable, pluginId: number, since: number): Promise<number> {
  const { n } = await db.query
    .selectFrom('plugin_failure')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('plugin_id', '=', pluginId)
    .where('occurred_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function deletePluginFailures(tx: Tx, pluginId: number): Promise<void> {
  await tx.deleteFrom('plugin_failure').where('plugin_id', '=', pluginId).execute()
}

const failureOf = (row: {
  uid: Uint8Array
  code: string
  method: string | null
  message: string
  log: string | null
  occurred_at: number
}): PluginFailure => ({
  uid: bytesToUuid(row.uid),
  code: row.code,
  method: row.method,
  message: row.message,
  log: JSON.parse(row.log ?? '[]'),
  occurredAt: row.occurred_at,
})

const KEPT = 200
