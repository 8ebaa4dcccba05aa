import type { Queryable, Tx } from '../open.ts'
import { nameKey } from './name-key.ts'

/** The account a provider's subject is linked to. */
export async function findUserBySubject(db: Queryable, provider: string, subject: string): Promise<number | undefined> {
  const row = await db.query
    .selectFrom('oidc_identity')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

export async function findUserByEmail(db: Queryable, email: string): Promise<number | undefined> {
  const row = await db.query.selectFrom('user').select('id').where('email_key', '=', nameKey(email)).executeTakeFirst()
  return row?.id
}

export async function linkSubject(
  tx: Tx,
  identity: { provider: string; subject: string; userId: number },
  now: number,
): Promise<void> {
  await tx
    .insertInto('oidc_identity')
    .values({ provider: identity.provider, subject: identity.subject, user_id: identity.userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
