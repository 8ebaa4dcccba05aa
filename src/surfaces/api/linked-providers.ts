import { ownSessions } from '../../contract/own-sessions.ts'
import { problem } from '../../contract/problems.ts'
import { listLinkedIdentities, unlinkIdentity } from '../../store/user/linked-identities.ts'
import { findUser } from '../../store/user/read.ts'
import { beginAccessChange } from '../../store/user/write.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { formatTimestampOrNull } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { confirmCurrentPassword } from './confirm-current-password.ts'
import type { OidcFlows } from './oidc-flow.ts'

/** The sign-in providers that users have linked to their own account. */
export function mountLinkedProviders(
  api: OpenSurface,
  { db, config }: AppContext,
  authenticator: Authenticator,
  flows: OidcFlows,
): void {
  serve(api, ownSessions.providers, async ({ viewer }) => {
    const linked = new Map((await listLinkedIdentities(db, viewer.userId)).map((one) => [one.provider, one.createdAt]))
    return Object.entries(config.auth.oidc.providers).map(([provider, { display_name }]) => ({
      provider,
      displayName: display_name ?? provider,
      linkedAt: formatTimestampOrNull(linked.get(provider) ?? null),
    }))
  })

  /** Only the owner links an account: with a session, and with the password if there is one. */
  serve(api, ownSessions.linkProvider, async ({ params, body, viewer, ...exchange }) => {
    const user = await findUser(db, { id: viewer.userId })
    if (!user || viewer.sessionId === undefined)
      throw problem('permission_denied', 'Sign in before you link a provider.')
    await confirmCurrentPassword(authenticator, { user, viewer, given: body.currentPassword }, exchange.request)
    const link = { userId: user.id, sessionId: viewer.sessionId }
    return flows.begin(exchange, params.provider, body.returnTo, link)
  })

  serve(api, ownSessions.unlinkProvider, async ({ params, viewer, request }) => {
    const user = await findUser(db, { id: viewer.userId })
    await db.transaction(async (tx) => {
      await beginAccessChange(tx)
      const linked = await listLinkedIdentities({ query: tx }, viewer.userId)
      if (!linked.some((one) => one.provider === params.provider))
        throw problem('not_found', 'This provider is not linked to your account.')
      if (!user?.hasPassword && linked.length === 1) {
        throw problem('conflict', 'This is your only way to sign in. Set a password first.')
      }
      await unlinkIdentity(tx, viewer.userId, params.provider)
    })
    await authenticator.audit.record('provider_unlinked', request, { details: { provider: params.provider } })
  })
}
