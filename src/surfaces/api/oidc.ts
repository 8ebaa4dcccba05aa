import type { FastifyRequest } from 'fastify'
import { findOrCreateOidcAccount, linkOwnAccount, type OidcClaims } from '../../catalog/access/oidc-account.ts'
import { auth } from '../../contract/auth.ts'
import { Problem } from '../../contract/problems.ts'
import type { OidcFlow } from '../../store/session/oidc-flow.ts'
import { findSession } from '../../store/session/read.ts'
import { findUser } from '../../store/user/read.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { signIn } from './auth.ts'
import { mountLinkedProviders } from './linked-providers.ts'
import { openOidcFlows, strayReturnProblem } from './oidc-flow.ts'

/** Signing in at an OpenID Connect provider. */
export function mountOidc(api: OpenSurface, context: AppContext, authenticator: Authenticator): void {
  const { providers } = context.config.auth.oidc
  const flows = openOidcFlows(context, api.app.edge.basePath)

  serve(api, auth.oidcProviders, ({ href }) => ({
    enabled: Object.keys(providers).length > 0,
    providers: Object.entries(providers).map(([name, { display_name }]) => ({
      name,
      displayName: display_name ?? name,
      loginUrl: href(`/api/v1/auth/oidc/${name}/login`),
    })),
  }))

  serve(api, auth.oidcLogin, ({ params, query, ...exchange }) => flows.begin(exchange, params.provider, query.returnTo))

  serve(api, auth.oidcCallback, async ({ params: { provider }, query, ...exchange }) => {
    const { request, reply, href } = exchange
    try {
      const { flow, claims } = await flows.finish(exchange, provider, query.state)
      const find = flow.link ? linkAccount : findOrCreateAccount
      await signIn(context, authenticator, exchange, await find(context, authenticator, request, flow, claims), 'oidc')
      return reply.redirect(href(flow.returnTo ?? '/'), 302)
    } catch (error) {
      const why = error instanceof Problem ? { refusal: error.message } : { err: error }
      request.log.warn({ ...why, provider }, `Sign-in through “${provider}” failed`)
      const code = error instanceof Problem ? error.code : 'oidc_failed'
      await authenticator.audit.record('sign_in_failed', request, { via: 'oidc', details: { provider, code } })
      return reply.redirect(href(`/sign-in?error=${code}`), 302)
    }
  })

  mountLinkedProviders(api, context, authenticator, flows)
}

async function findOrCreateAccount(
  { db, config }: AppContext,
  authenticator: Authenticator,
  request: FastifyRequest,
  { provider }: OidcFlow,
  claims: OidcClaims,
): Promise<number> {
  const { userId, how } = await findOrCreateOidcAccount(db, provider, config.auth.oidc, claims, Date.now())
  if (how === 'known') return userId
  const event = how === 'linked' ? 'provider_linked' : 'account_created'
  await recordAccountEvent({ db, authenticator }, request, userId, event, provider)
  return userId
}

/** The session that started it must still be valid: after signing out nothing is linked. */
async function linkAccount(
  { db }: AppContext,
  authenticator: Authenticator,
  request: FastifyRequest,
  { provider, link }: OidcFlow,
  claims: OidcClaims,
): Promise<number> {
  const session = link && (await findSession(db, { id: link.sessionId }))
  if (!link || !session || session.isRevoked || session.userId !== link.userId || session.expiresAt <= Date.now()) {
    throw strayReturnProblem()
  }
  await linkOwnAccount(db, { provider, subject: claims.sub, userId: link.userId }, Date.now())
  await recordAccountEvent({ db, authenticator }, request, link.userId, 'provider_linked', provider)
  return link.userId
}

async function recordAccountEvent(
  { db, authenticator }: { db: AppContext['db']; authenticator: Authenticator },
  request: FastifyRequest,
  userId: number,
  event: 'provider_linked' | 'account_created',
  provider: string,
): Promise<void> {
  const user = await findUser(db, { id: userId })
  const target = { targetType: 'user', targetUid: user?.uid, targetName: user?.username }
  const details = { provider, role: user?.role }
  await authenticator.audit.record(event, request, { ...target, via: 'oidc', details })
}
