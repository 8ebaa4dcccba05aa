import type { FastifyRequest } from 'fastify'
import { apiKeyPrefix } from '../../contract/api-keys.ts'
import type { Authenticator } from '../authenticator.ts'
import type { Authenticate } from '../edge/surface.ts'

/**
 * KOReader sends a user name and the MD5 of the typed password. The name may be an API key (then the password doesn't
 * matter), or a user's with the MD5 of one of their keys. Everything else is as on every surface.
 */
export function makeKoreaderAuthenticate(authenticator: Authenticator): Authenticate {
  return (request) => {
    const user = headerOf(request, 'x-auth-user')
    if (user === undefined) return authenticator.authenticate(request)
    if (user.startsWith(`${apiKeyPrefix}_`) || foreignKey.test(user)) return authenticator.byKey(user, request)
    return authenticator.bySyncHash(user, headerOf(request, 'x-auth-key') ?? '', request)
  }
}

/** Keys imported from Komga, Codex or Stump: their apps also send them in place of the name. */
const foreignKey = /^([0-9a-f]{32}|(codex|stump)_[^_]+_.+)$/i

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
