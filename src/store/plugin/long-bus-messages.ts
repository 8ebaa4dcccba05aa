import type { Db } from '../open.ts'

/** Stores a message between servers that is too long for the bus until it is read. */
export async function storeLongBusMessage(db: Db, id: string, body: string, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .deleteFrom('plugin_message')
      .where('created_at', '<', now - KEPT_MS)
      .execute()
    await tx.insertInto('plugin_message').values({ id, body, created_at: now }).execute()
  })
}

/** The receiver reads it once; `keep` if several may need it. */
export async function takeLongBusMessage(db: Db, id: string, { keep }: { keep: boolean }): Promise<string | undefined> {
  const row = await db.query.selectFrom('plugin_message').select('body').where('id', '=', id).executeTakeFirst()
  if (row && !keep) await db.transaction((tx) => tx.deleteFrom('plugin_message').where('id', '=', id).execute())
  return row?.body
}

const KEPT_MS = 600_000
