import type { Tx } from '../open.ts'

/** A secret shared by all servers on one database: the first one stored wins. */
export async function readOrStoreSharedSecret(tx: Tx, name: string, proposed: string): Promise<string> {
  await tx
    .insertInto('secret')
    .values({ name, value: proposed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
