import type { FastifyRequest } from 'fastify'

interface Tokens {
  access: string
  refresh: string
  userId: string
  tracking: string
}

/**
 * Everything else the device requests from its store. None of it matters to a library, but any error makes the device
 * fail the whole sync, or retry forever: unknown requests are answered with an empty object.
 */
export function makeStubStoreAnswer(request: FastifyRequest, base: string, tokens: Tokens): unknown {
  const path = request.url.split('?', 1)[0]!.replace(/^\/kobo\/[^/]+/, '')
  const body = (typeof request.body === 'object' && request.body !== null ? request.body : {}) as Record<
    string,
    unknown
  >
  if (/^\/v1\/auth\/(device|refresh|exchange)$/.test(path)) {
    return {
      AccessToken: tokens.access,
      RefreshToken: tokens.refresh,
      TokenType: 'Bearer',
      TrackingId: tokens.tracking,
      UserKey: typeof body.UserKey === 'string' ? body.UserKey : '',
    }
  }
  if (path.startsWith('/oauth/') || path === '/connect/token') return answerOauth(path, base, tokens)
  if (path === '/ping') return 'pong'
  if (path === '/v1/user/loyalty/benefits') return { Benefits: {} }
  if (path === '/v1/deals') return { Deals: [] }
  if (path === '/v1/analytics/gettests') {
    return { Result: 'Success', TestKey: String(request.headers['x-kobo-userkey'] ?? tokens.tracking), Tests: {} }
  }
  if (/\/nextread$/.test(path)) return []
  if (/^\/v1\/products\/books\/series\//.test(path)) return { TotalResultCount: 0, SearchResults: [] }
  if (path === '/v1/user/profile') return profile
  return {}
}

/** Newer firmware signs in by OpenID Connect before it syncs; without a Kobo account only we can answer. */
function answerOauth(path: string, base: string, tokens: Tokens): unknown {
  const issuer = `${base}/oauth`
  if (path.endsWith('/.well-known/openid-configuration')) {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code', 'token'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'profile', 'kobo_profile', 'public_api_authenticated', 'offline_access'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
      code_challenge_methods_supported: ['S256'],
    }
  }
  if (path.endsWith('/userinfo')) return { sub: tokens.userId }
  if (path.endsWith('/jwks')) return { keys: [] }
  return {
    access_token: tokens.access,
    refresh_token: tokens.access,
    token_type: 'Bearer',
    expires_in: 7 * 24 * 3600,
    scope: 'openid profile kobo_profile public_api_authenticated offline_access',
    user_id: tokens.userId,
    AccessToken: tokens.access,
    RefreshToken: tokens.access,
    TokenType: 'Bearer',
  }
}

const profile = {
  AffiliateName: 'Kobo',
  IsOneStore: false,
  IsChildAccount: false,
  IsLibraryMigrated: true,
  VipMembershipPurchased: false,
  HasPurchased: true,
  HasPurchasedBook: true,
  HasPurchasedAudiobook: false,
  SafeSearch: false,
  AudiobooksEnabled: false,
  IsOrangeAffiliated: false,
  IsEligibleForOrangeDeal: false,
  PlatformId: '00000000-0000-0000-0000-000000000001',
  PartnerId: '00000000-0000-0000-0000-000000000001',
  KoboCrmOptInSettings: 'ExplicitlyConsentedNo',
  PrivatePermissions: [],
  LinkedAccounts: [],
}
