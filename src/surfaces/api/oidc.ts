import { isSameSecret } from '../../catalog/access/is-same-secret.ts'
import { findOrCreateOidcAccount, linkOwnAccount, type OidcClaims } from '../../catalog/access/oidc-account.ts'
import { auth } from '../../contract/auth.ts'
import { ownSessions } from '../../contract/own-sessions.ts'
import { Problem, problem } from '../../contract/problems.ts'
import { insertOidcFlow, type OidcFlow, takeOidcFlow } from '../../store/session/oidc-flow.ts'
import { findSession } from '../../store/session/read.ts'
import { listLinkedIdentities, unlinkIdentity } from '../../store/user/linked-identities.ts'
import { findUser } from '../../store/user/read.ts'
import { beginAccessChange } from '../../store/user/write.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { readCookie, serializeSetCookie } from '../edge/cookies.ts'
import { formatTimestampOrNull } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { signIn } from './auth.ts'
import { confirmCurrentPassword } from './confirm-current-password.ts'
import { type OidcClient, openOidcClient } from './oidc-client.ts'
import type { RequestAndReply } from './session-cookies.ts'

const flowLifetimeMs = 10 * 60_000
const flowCookie = 'lectern_oidc'

/** Signing in at an OpenID Connect provider. */
export function mountOidc(api: OpenSurface, context: AppContext, authenticator: Authenticator): void {
  const { config, db } = context
  const { providers } = config.auth.oidc
  const clients = new Map(Object.entries(providers).map(([name, settings]) => [name, openOidcClient(settings)]))
  const { basePath } = api.app.edge
  const callback = (exchange: RequestAndReply, name: string) =>
    `${basePath.publicUrl(exchange.request)}/api/v1/auth/oidc/${name}/callback`

  serve(api, auth.oidcProviders, ({ href }) => ({
    enabled: clients.size > 0,
    providers: Object.entries(providers).map(([name, { display_name }]) => ({
      name,
      displayName: display_name ?? name,
      loginUrl: href(`/api/v1/auth/oidc/${name}/login`),
    })),
  }))

  serve(api, auth.oidcLogin, ({ params, query, ...exchange }) => begin(exchange, params.provider, query.returnTo))

  /** Only the owner links an account: with a session, and with the password if there is one. */
  serve(api, ownSessions.linkProvider, async ({ params, body, viewer, ...exchange }) => {
    const user = await findUser(db, { id: viewer.userId })
    if (!user || viewer.sessionId === undefined)
      throw problem('permission_denied', 'Sign in before you link a provider.')
    await confirmCurrentPassword(authenticator, { user, viewer, given: body.currentPassword }, exchange.request)
    const link = { userId: user.id, sessionId: viewer.sessionId }
    return begin(exchange, params.provider, body.returnTo, link)
  })

  serve(api, ownSessions.providers, async ({ viewer }) => {
    const linked = new Map((await listLinkedIdentities(db, viewer.userId)).map((one) => [one.provider, one.createdAt]))
    return Object.entries(providers).map(([provider, { display_name }]) => ({
      provider,
      displayName: display_name ?? provider,
      linkedAt: formatTimestampOrNull(linked.get(provider) ?? null),
    }))
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

  async function begin(exchange: RequestAndReply, provider: string, returnTo?: string, link?: OidcFlow['link']) {
    const client = readClient(provider)
    const begun = await client.begin(callback(exchange, provider)).catch((error) => {
      exchange.request.log.error({ err: error, provider }, `Sign-in provider “${provider}” is not responding`)
      throw problem('service_unavailable', 'The sign-in provider isn’t responding. Try again later.')
    })
    const { state, nonce, verifier, url } = begun
    const flow = { state, nonce, verifier, provider, returnTo: ownPath(returnTo), link }
    await db.transaction((tx) => insertOidcFlow(tx, flow, Date.now(), flowLifetimeMs))
    setFlowCookie(exchange, state, flowLifetimeMs / 1000)
    return { redirectUrl: url }
  }

  serve(api, auth.oidcCallback, async ({ params, query, ...exchange }) => {
    const { request, reply, href } = exchange
    setFlowCookie(exchange, '', 0)
    try {
      const client = readClient(params.provider)
      const flow = await takeFlow(exchange, params.provider, query.state)
      const returned = new URL(callback(exchange, params.provider))
      returned.search = new URL(request.url, 'http://localhost').search
      const claims = await client.finish(returned, flow)
      const userId = flow.link
        ? await linkOwn(exchange, flow, flow.link, claims)
        : await findOrMake(exchange, params.provider, claims)
      await signIn(context, authenticator, exchange, userId, 'oidc')
      return reply.redirect(href(flow.returnTo ?? '/'), 302)
    } catch (error) {
      request.log.warn({ err: error, provider: params.provider }, `Sign-in through “${params.provider}” failed`)
      const code = error instanceof Problem ? error.code : 'oidc_failed'
      await authenticator.audit.record('sign_in_failed', request, {
        via: 'oidc',
        details: { provider: params.provider, code },
      })
      return reply.redirect(href(`/sign-in?error=${code}`), 302)
    }
  })

  async function findOrMake({ request }: RequestAndReply, provider: string, claims: OidcClaims): Promise<number> {
    const { userId, how } = await findOrCreateOidcAccount(db, provider, config.auth.oidc, claims, Date.now())
    if (how === 'known') return userId
    await recordAccount(request, userId, how === 'linked' ? 'provider_linked' : 'account_created', provider)
    return userId
  }

  /** The session that started it must still be valid: after signing out nothing is linked. */
  async function linkOwn(
    { request }: RequestAndReply,
    { provider }: OidcFlow,
    { userId, sessionId }: NonNullable<OidcFlow['link']>,
    claims: OidcClaims,
  ): Promise<number> {
    const session = await findSession(db, { id: sessionId })
    if (!session || session.isRevoked || session.userId !== userId || session.expiresAt <= Date.now()) {
      throw strayReturn()
    }
    await linkOwnAccount(db, { provider, subject: claims.sub, userId }, Date.now())
    await recordAccount(request, userId, 'provider_linked', provider)
    return userId
  }

  async function recordAccount(
    request: RequestAndReply['request'],
    userId: number,
    event: 'provider_linked' | 'account_created',
    provider: string,
  ) {
    const user = await findUser(db, { id: userId })
    const target = { targetType: 'user', targetUid: user?.uid, targetName: user?.username }
    await authenticator.audit.record(event, request, {
      ...target,
      via: 'oidc',
      details: { provider, role: user?.role },
    })
  }

  function readClient(name: string): OidcClient {
    const client = clients.get(name)
    if (!client) throw problem('not_found', 'There is no such sign-in provider.')
    return client
  }

  /** Only the browser that started may finish: otherwise a user could be signed in to someone else's account. */
  async function takeFlow({ request }: RequestAndReply, provider: string, state: string | undefined) {
    const begun = readCookie(request, flowCookie)
    if (state === undefined || begun === undefined || !isSameSecret(begun, state)) throw strayReturn()
    const flow = await db.transaction((tx) => takeOidcFlow(tx, state, Date.now() - flowLifetimeMs))
    if (flow?.provider !== provider) throw strayReturn()
    return flow
  }

  function setFlowCookie({ request, reply, href }: RequestAndReply, state: string, maxAgeSeconds: number): void {
    const secure = basePath.publicUrl(request).startsWith('https:')
    reply.header('set-cookie', serializeSetCookie(flowCookie, state, { maxAgeSeconds, basePath: href(''), secure }))
  }
}

const strayReturn = () =>
  problem('invalid_token', 'This sign-in has expired or was started in another browser. Try again.')

/** Only a page of ours: a foreign URL would make this server an open redirect. */
function ownPath(path: string | undefined): string | null {
  return path !== undefined && /^\/(?![/\\])[^\\\p{C}]*$/u.test(path) ? path : null
}
