import type { Tx } from '../open.ts'

/** The state of an OAuth flow while the user gives consent at the external service. */
export interface PluginOauthFlow {
  state: string
  pluginId: number
  userId: number
  /** The session in which it was started; null if it was started with a key. */
  sessionId: number | null
  verifier: string | null
  redirectUri: string
}

/** False if this user has too many open flows. */
export async function insertPluginOauthFlow(
  tx: Tx,
  flow: PluginOauthFlow,
  now: number,
  { lifetimeMs, max }: { lifetimeMs: number; max: number },
): Promise<boolean> {
  await tx
    .deleteFrom('plugin_oauth_flow')
    .where('created_at', '<', now - lifetimeMs)
    .execute()
  const { n } = await tx
    .selectFrom('plugin_oauth_flow')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', flow.userId)
    .executeTakeFirstOrThrow()
  if (Number(n) >= max) return false
  await tx
    .insertInto('plugin_oauth_flow')
    .values({
      state: flow.state,
      plugin_id: flow.pluginId,
      user_id: flow.userId,
      session_id: flow.sessionId,
      verifier: flow.verifier,
      redirect_uri: flow.redirectUri,
      created_at: now,
    })
    .execute()
  return true
}

/** A flow can be completed once; undefined if it is unknown, used or too old. */
export async function takePluginOauthFlow(
  tx: Tx,
  state: string,
  madeAfter: number,
): Promise<PluginOauthFlow | undefined> {
  const row = await tx.deleteFrom('plugin_oauth_flow').where('state', '=', state).returningAll().executeTakeFirst()
  if (!row || row.created_at < madeAfter) return undefined
  return {
    state: row.state,
    pluginId: row.plugin_id,
    userId: row.user_id,
    sessionId: row.session_id,
    verifier: row.verifier,
    redirectUri: row.redirect_uri,
  }
}
