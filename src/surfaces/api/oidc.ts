import { timingSafeEqual } from 'node:crypto'
import { accountForClaims } from '../../catalog/access/oidc-account.ts'
import { auth } from '../../contract/auth.ts'
import { Problem, problem } from '../../contract/problems.ts'
import { insertOidcFlow, takeOidcFlow } from '../../store/session/oidc-flow.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { readCookie, writeCookie } from '../edge/cookies.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { signIn } from './auth.ts'
import { type OidcClient, openOidcClient } from './oidc-client.ts'
import type { Exchange } from './session-answer.ts'

const flowLifetimeMs = 10 * 60_000
const flowCookie = 'lectern_oidc'

/** Signing in at an OpenID Connect provider. */
export function mountOidc(api: OpenSurface, context: AppContext, authenticator: Authenticator): void {
  const { config, db } = context
  const { providers } = config.auth.oidc
  const clients = new Map(Object.entries(providers).map(([name, settings]) => [name, openOidcClient(settings)]))
  const { basePath } = api.app.edge
  const callback = (exchange: Exchange, name: string) =>
    `${basePath.publicUrl(exchange.request)}/api/v1/auth/oidc/${name}/callback`

  serve(api, auth.oidcProviders, ({ href }) => ({
    enabled: clients.size > 0,
    providers: Object.entries(providers).map(([name, { display_name }]) => ({
      name,
      displayName: display_name ?? name,
      loginUrl: href(`/api/v1/auth/oidc/${name}/login`),
    })),
  }))

  serve(api, auth.oidcLogin, async ({ params, query, ...exchange }) => {
    const client = readClient(params.provider)
    const begun = await client.begin(callback(exchange, params.provider)).catch((error) => {
      exchange.request.log.error({ err: error, provider: params.provider }, 'A sign-in provider does not answer.')
      throw problem('service_unavailable', 'The sign-in provider does not answer. Try again later.')
    })
    const { state, nonce, verifier, url } = begun
    const flow = { state, nonce, verifier, provider: params.provider, returnTo: ownPath(query.returnTo) }
    await db.transaction((tx) => insertOidcFlow(tx, flow, Date.now(), flowLifetimeMs))
    setFlowCookie(exchange, state, flowLifetimeMs / 1000)
    return { redirectUrl: url }
  })

  serve(api, auth.oidcCallback, async ({ params, query, ...exchange }) => {
    const { request, reply, href } = exchange
    setFlowCookie(exchange, '', 0)
    try {
      const client = readClient(params.provider)
      const flow = await takeFlow(exchange, params.provider, query.state)
      const returned = new URL(callback(exchange, params.provider))
      returned.search = new URL(request.url, 'http://localhost').search
      const claims = await client.finish(returned, flow)
      const userId = await accountForClaims(db, params.provider, config.auth.oidc, claims, Date.now())
      await signIn(context, authenticator, exchange, userId)
      return reply.redirect(href(flow.returnTo ?? '/'), 302)
    } catch (error) {
      request.log.warn({ err: error, provider: params.provider }, 'A sign-in through a provider failed.')
      const code = error instanceof Problem ? error.code : 'oidc_failed'
      return reply.redirect(href(`/sign-in?error=${code}`), 302)
    }
  })

  function readClient(name: string): OidcClient {
    const client = clients.get(name)
    if (!client) throw problem('not_found', 'There is no such sign-in provider.')
    return client
  }

  /** Only the browser that began may end: otherwise somebody could be signed in to an account that is not theirs. */
  async function takeFlow({ request }: Exchange, provider: string, state: string | undefined) {
    const begun = readCookie(request, flowCookie)
    if (state === undefined || begun === undefined || !isSame(begun, state)) throw strayReturn()
    const flow = await db.transaction((tx) => takeOidcFlow(tx, state, Date.now() - flowLifetimeMs))
    if (flow?.provider !== provider) throw strayReturn()
    return flow
  }

  function setFlowCookie({ request, reply, href }: Exchange, state: string, maxAgeSeconds: number): void {
    const secure = basePath.publicUrl(request).startsWith('https:')
    reply.header('set-cookie', writeCookie(flowCookie, state, { maxAgeSeconds, basePath: href(''), secure }))
  }
}

const strayReturn = () => problem('invalid_token', 'This sign-in was not begun here, or too long ago.')

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A page of ours, and nothing else: an address of somebody else's would make this server lend them its name. */
function ownPath(path: string | undefined): string | null {
  return path !== undefined && /^\/(?![/\\])[^\\\p{C}]*$/u.test(path) ? path : null
}
