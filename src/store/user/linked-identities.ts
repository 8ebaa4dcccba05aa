import type { Queryable, Tx } from '../open.ts'
import { loginNameKey } from './login-name-key.ts'

/** The account a provider's subject is linked to. */
export async function findUserIdByIdentity(
  db: Queryable,
  provider: string,
  subject: string,
): Promise<number | undefined> {
  const row = await db.query
    .selectFrom('oidc_identity')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

export async function findUserByEmail(
  db: Queryable,
  email: string,
): Promise<{ id: number; email: string } | undefined> {
  const row = await db.query
    .selectFrom('user')
    .select(['id', 'email'])
    .where('email_key', '=', loginNameKey(email))
    .executeTakeFirst()
  return row?.email ? { id: row.id, email: row.email } : undefined
}

export interface LinkedIdentity {
  provider: string
  createdAt: number
}

/** The providers that a user can sign in with. */
export async function listLinkedIdentities(db: Pick<Queryable, 'query'>, userId: number): Promise<LinkedIdentity[]> {
  const rows = await db.query
    .selectFrom('oidc_identity')
    .select(['provider', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute()
  return rows.map((row) => ({ provider: row.provider, createdAt: row.created_at }))
}

/** Returns whether there was one. */
export async function unlinkIdentity(tx: Tx, userId: number, provider: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('oidc_identity')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function linkIdentity(
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
