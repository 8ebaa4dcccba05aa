import { isSameSecret } from '../../catalog/access/is-same-secret.ts'
import type { OidcClaims } from '../../catalog/access/oidc-account.ts'
import { problem } from '../../contract/problems.ts'
import { insertOidcFlow, type OidcFlow, takeOidcFlow } from '../../store/session/oidc-flow.ts'
import type { AppContext } from '../app-context.ts'
import type { BasePath } from '../edge/base-path.ts'
import { readCookie, serializeSetCookie } from '../edge/cookies.ts'
import { type OidcClient, openOidcClient } from './oidc-client.ts'
import type { RequestAndReply } from './session-cookies.ts'

/** Sends browsers to a sign-in provider, and checks what they bring back. */
export interface OidcFlows {
  begin(
    exchange: RequestAndReply,
    provider: string,
    returnTo?: string,
    link?: OidcFlow['link'],
  ): Promise<{ redirectUrl: string }>
  finish(
    exchange: RequestAndReply,
    provider: string,
    state: string | undefined,
  ): Promise<{ flow: OidcFlow; claims: OidcClaims }>
}

const LIFETIME_MS = 10 * 60_000
const COOKIE = 'lectern_oidc'

export function openOidcFlows({ db, config }: AppContext, basePath: BasePath): OidcFlows {
  const clients = new Map(
    Object.entries(config.auth.oidc.providers).map(([name, settings]) => [name, openOidcClient(settings)]),
  )
  const callbackUrl = ({ request }: RequestAndReply, provider: string) =>
    `${basePath.publicUrl(request)}/api/v1/auth/oidc/${provider}/callback`

  function readClient(provider: string): OidcClient {
    const client = clients.get(provider)
    if (!client) throw problem('not_found', 'There is no such sign-in provider.')
    return client
  }

  function setCookie({ request, reply, href }: RequestAndReply, state: string, maxAgeSeconds: number): void {
    const secure = basePath.publicUrl(request).startsWith('https:')
    reply.header('set-cookie', serializeSetCookie(COOKIE, state, { maxAgeSeconds, basePath: href(''), secure }))
  }

  /** Only the browser that started may finish: otherwise a user could be signed in to someone else's account. */
  async function takeFlow({ request }: RequestAndReply, provider: string, state: string | undefined) {
    const begun = readCookie(request, COOKIE)
    if (state === undefined || begun === undefined || !isSameSecret(begun, state)) throw strayReturnProblem()
    const flow = await db.transaction((tx) => takeOidcFlow(tx, state, Date.now() - LIFETIME_MS))
    if (flow?.provider !== provider) throw strayReturnProblem()
    return flow
  }

  return {
    async begin(exchange, provider, returnTo, link) {
      const client = readClient(provider)
      const begun = await client.begin(callbackUrl(exchange, provider)).catch((error) => {
        exchange.request.log.error({ err: error, provider }, `Sign-in provider “${provider}” is not responding`)
        throw problem('service_unavailable', 'The sign-in provider isn’t responding. Try again later.')
      })
      const { state, nonce, verifier, url } = begun
      const flow = { state, nonce, verifier, provider, returnTo: ownPath(returnTo), link }
      await db.transaction((tx) => insertOidcFlow(tx, flow, Date.now(), LIFETIME_MS))
      setCookie(exchange, state, LIFETIME_MS / 1000)
      return { redirectUrl: url }
    },
    async finish(exchange, provider, state) {
      setCookie(exchange, '', 0)
      const client = readClient(provider)
      const flow = await takeFlow(exchange, provider, state)
      const returned = new URL(callbackUrl(exchange, provider))
      returned.search = new URL(exchange.request.url, 'http://localhost').search
      return { flow, claims: await client.finish(returned, flow) }
    },
  }
}

export const strayReturnProblem = () =>
  problem('invalid_token', 'This sign-in has expired or was started in another browser. Try again.')

/** Only a page of ours: a foreign URL would make this server an open redirect. */
function ownPath(path: string | undefined): string | null {
  return path !== undefined && /^\/(?![/\\])[^\\\p{C}]*$/u.test(path) ? path : null
}
