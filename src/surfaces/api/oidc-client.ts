import type * as OpenId from 'openid-client'
import type { OidcClaims } from '../../catalog/access/oidc-account.ts'
import type { Config } from '../../config/settings.ts'

export type OidcProviderSettings = Config['auth']['oidc']['providers'][string]

/** What must be stored until the browser returns. */
export interface PendingOidcLogin {
  url: string
  state: string
  nonce: string
  verifier: string
}

export interface OidcClient {
  begin(redirectUri: string): Promise<PendingOidcLogin>
  /** `returned` is the whole URL to which the provider sent the browser. Throws if anything doesn't match. */
  finish(returned: URL, flow: { state: string; nonce: string; verifier: string }): Promise<OidcClaims>
}

/**
 * One provider, by authorisation code with PKCE. The library is loaded and the provider discovered at the first sign-in
 * with it: a provider that is down must not keep the server from starting.
 */
export function openOidcClient(settings: OidcProviderSettings): OidcClient {
  let known: Promise<DiscoveredProvider> | undefined

  const meet = () => {
    known ??= discover(settings).catch((error) => {
      known = undefined
      throw error
    })
    return known
  }

  return {
    begin: async (redirectUri) => {
      const { openid, configurations } = await meet()
      const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()]
      const url = openid.buildAuthorizationUrl(configurations[0]!, {
        redirect_uri: redirectUri,
        scope: (settings.scopes ?? ['openid', 'profile', 'email']).join(' '),
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { url: url.href, state, nonce, verifier }
    },

    finish: async (returned, flow) => {
      const { openid, configurations } = await meet()
      const checks = {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      }
      const [provider, other] = configurations as [OpenId.Configuration, OpenId.Configuration?]
      const tokens = await openid.authorizationCodeGrant(provider, returned, checks).catch(async (error) => {
        if (!other || !isClientRefused(error)) throw error
        const granted = await openid.authorizationCodeGrant(other, returned, checks)
        // Several sign-ins may find this out at the same moment.
        if (configurations[0] === provider) configurations.reverse()
        return granted
      })
      const claims = tokens.claims()!
      if (provider.serverMetadata().userinfo_endpoint === undefined) return claims
      // Many providers send groups and e-mail address only here.
      return { ...claims, ...(await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)) }
    },
  }
}

interface DiscoveredProvider {
  openid: typeof OpenId
  /** One for each way to send the secret, the one to try first at the front. */
  configurations: OpenId.Configuration[]
}

/**
 * Providers announce how secrets can be sent, but some (Authelia) allow each client only one of these ways and don't say
 * which: a refused way is followed by the other one.
 */
async function discover(settings: OidcProviderSettings): Promise<DiscoveredProvider> {
  const openid = await import('openid-client')
  const { client_id: id, client_secret: secret } = settings
  const issuer = new URL(settings.issuer_url)
  const execute = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []
  const options = { execute, timeout: 10 }
  if (secret === undefined) {
    return { openid, configurations: [await openid.discovery(issuer, id, undefined, openid.None(), options)] }
  }
  const basic = await openid.discovery(issuer, id, secret, openid.ClientSecretBasic(secret), options)
  const post = new openid.Configuration(basic.serverMetadata(), id, secret, openid.ClientSecretPost(secret))
  for (const extend of execute) extend(post)
  post.timeout = options.timeout
  // Without a list, the standard says `client_secret_basic`.
  const announced = basic.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return { openid, configurations: announced.includes('client_secret_basic') ? [basic, post] : [post, basic] }
}

/** With a challenge, the library reports only the status. */
const isClientRefused = (error: { status?: number; error?: string }) =>
  error.status === 401 || error.error === 'invalid_client'
