import type { Queryable } from '../open.ts'

/** Accounts of other providers, by the id of the person. */
export async function readIdentitiesForExport(
  db: Pick<Queryable, 'query'>,
): Promise<Map<number, { provider: string; subject: string }[]>> {
  const rows = await db.query.selectFrom('oidc_identity').selectAll().orderBy('provider').execute()
  const identities = new Map<number, { provider: string; subject: string }[]>()
  for (const { user_id, provider, subject } of rows)
    identities.set(user_id, [...(identities.get(user_id) ?? []), { provider, subject }])
  return identities
}
