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
  let known: Promise<{ openid: typeof OpenId; provider: OpenId.Configuration }> | undefined

  const discover = async () => {
    const openid = await import('openid-client')
    const issuer = new URL(settings.issuer_url)
    const auth = settings.client_secret === undefined ? openid.None() : undefined
    const execute = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []
    const provider = await openid.discovery(issuer, settings.client_id, settings.client_secret, auth, {
      execute,
      timeout: 10,
    })
    return { openid, provider }
  }
  const meet = () => {
    known ??= discover().catch((error) => {
      known = undefined
      throw error
    })
    return known
  }

  return {
    begin: async (redirectUri) => {
      const { openid, provider } = await meet()
      const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()]
      const url = openid.buildAuthorizationUrl(provider, {
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
      const { openid, provider } = await meet()
      const tokens = await openid.authorizationCodeGrant(provider, returned, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      if (provider.serverMetadata().userinfo_endpoint === undefined) return claims
      // Many providers send groups and e-mail address only here.
      return { ...claims, ...(await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)) }
    },
  }
}
