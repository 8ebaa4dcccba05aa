import type { Queryable } from '../open.ts'

/** Linked accounts of sign-in providers, by user id. */
export async function readIdentitiesForExport(
  db: Pick<Queryable, 'query'>,
): Promise<Map<number, { provider: string; subject: string }[]>> {
  const rows = await db.query.selectFrom('oidc_identity').selectAll().orderBy('provider').execute()
  const identities = new Map<number, { provider: string; subject: string }[]>()
  for (const { user_id, provider, subject } of rows)
    identities.set(user_id, [...(identities.get(user_id) ?? []), { provider, subject }])
  return identities
}
