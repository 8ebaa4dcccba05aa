import type { Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { bytesToUuid } from '../uid.ts'

/** A value set at run time. */
export interface SettingRow {
  name: string
  value: unknown
  version: number
  updatedAt: number
  updatedBy: string | null
}

export interface SettingChangeRow {
  name: string
  oldValue: unknown
  newValue: unknown
  changedAt: number
  changedBy: string | null
  changedByName: string | null
}

export async function listSettings(db: Queryable): Promise<SettingRow[]> {
  const rows = await db.query
    .selectFrom('setting')
    .leftJoin('user', 'user.id', 'updated_by')
    .select(['name', 'value', 'version', 'setting.updated_at', 'user.uid'])
    .execute()
  return rows.map((row) => ({
    name: row.name,
    value: JSON.parse(row.value),
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.uid && bytesToUuid(row.uid),
  }))
}

/** Newest first. `null` means "not set". */
export async function listSettingChanges(db: Queryable, name: string, limit: number): Promise<SettingChangeRow[]> {
  const rows = await db.query
    .selectFrom('setting_history')
    .leftJoin('user', 'user.id', 'changed_by')
    .select(['name', 'old_value', 'new_value', 'changed_at', 'user.uid', 'user.username'])
    .where('name', '=', name)
    .orderBy('setting_history.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    name: row.name,
    oldValue: row.old_value === null ? null : JSON.parse(row.old_value),
    newValue: row.new_value === null ? null : JSON.parse(row.new_value),
    changedAt: row.changed_at,
    changedBy: row.uid && bytesToUuid(row.uid),
    changedByName: row.username,
  }))
}

/** `undefined` removes the value. Returns whether anything changed. */
export async function writeSetting(
  tx: Tx,
  name: string,
  value: unknown,
  by: { userId: number; now: number },
): Promise<boolean> {
  const before = await tx.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  const text = value === undefined ? undefined : JSON.stringify(value)
  if (before?.value === text) return false
  if (text === undefined) await tx.deleteFrom('setting').where('name', '=', name).execute()
  else {
    await tx
      .insertInto('setting')
      .values({ name, value: text, version: 1, updated_at: by.now, updated_by: by.userId })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({
          value: text,
          version: eb('setting.version', '+', 1),
          updated_at: by.now,
          updated_by: by.userId,
        })),
      )
      .execute()
  }
  await tx
    .insertInto('setting_history')
    .values({
      name,
      old_value: before?.value ?? null,
      new_value: text ?? null,
      changed_at: by.now,
      changed_by: by.userId,
    })
    .execute()
  await bumpRevisions(tx, 'settings')
  return true
}
