import type { Tx } from '../open.ts'

/** A secret that all servers over one database share: the first that comes with one decides. */
export async function readOrStoreSharedSecret(tx: Tx, name: string, proposed: string): Promise<string> {
  await tx
    .insertInto('secret')
    .values({ name, value: proposed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
