import type { Tx } from '../open.ts'

/** The state between sending a browser to a provider and its return, on any server. */
export interface OidcFlow {
  state: string
  provider: string
  verifier: string
  nonce: string
  returnTo: string | null
  /** Set if a signed-in user links the provider to their account; undefined for a plain sign-in. */
  link?: { userId: number; sessionId: number }
}

export async function insertOidcFlow(tx: Tx, flow: OidcFlow, now: number, lifetimeMs: number): Promise<void> {
  await tx
    .deleteFrom('oidc_flow')
    .where('created_at', '<', now - lifetimeMs)
    .execute()
  await tx
    .insertInto('oidc_flow')
    .values({
      state: flow.state,
      provider: flow.provider,
      verifier: flow.verifier,
      nonce: flow.nonce,
      return_to: flow.returnTo,
      created_at: now,
      link_user_id: flow.link?.userId ?? null,
      link_session_id: flow.link?.sessionId ?? null,
    })
    .execute()
}

/** A flow can be completed once; undefined if it is unknown, used or too old. */
export async function takeOidcFlow(tx: Tx, state: string, madeAfter: number): Promise<OidcFlow | undefined> {
  const row = await tx.deleteFrom('oidc_flow').where('state', '=', state).returningAll().executeTakeFirst()
  if (!row || row.created_at < madeAfter) return undefined
  return {
    state: row.state,
    provider: row.provider,
    verifier: row.verifier,
    nonce: row.nonce,
    returnTo: row.return_to,
    ...(row.link_user_id !== null &&
      row.link_session_id !== null && { link: { userId: row.link_user_id, sessionId: row.link_session_id } }),
  }
}
