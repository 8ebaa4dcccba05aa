import type { FastifyRequest } from 'fastify'
import { badTokenProblem } from '../../../catalog/access/session-tokens.ts'
import { apiKeyPrefix } from '../../../contract/api-keys.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { type Authenticator, apiKeyUsername } from '../../authenticator.ts'
import type { Authenticate } from '../../edge/surface.ts'
import { isKeySessionToken, type KeySessionTokens } from './key-session-tokens.ts'
import { sessionsOf } from './komga-cookies.ts'

/** What else is known of a request's credentials. */
export interface PresentedCredentials {
  by: 'header' | 'session' | 'remember' | 'elsewhere'
  /** The user name as typed. */
  name?: string
  /** The API key, if one was used. */
  key?: string
}

export interface KomgaAuthenticator {
  authenticate: Authenticate
  presentedBy(request: FastifyRequest): PresentedCredentials
  /** The viewer of a session of ours; throws if it has ended. */
  ofSession(token: string): Viewer | Promise<Viewer>
}

/** The server's authenticator, preceded by the three ways in which apps made for Komga send a session. */
export function openKomgaAuthenticator(authenticator: Authenticator, keyTokens: KeySessionTokens): KomgaAuthenticator {
  const presented = new WeakMap<FastifyRequest, PresentedCredentials>()

  const ofSession = (token: string): Viewer | Promise<Viewer> => {
    if (!isKeySessionToken(token)) return authenticator.viewers.ofToken('cookie', token)
    const session = keyTokens.read(token)
    if (!session) throw badTokenProblem()
    const viewer = authenticator.viewers.ofKey(session.key)
    // Still a cookie: its writes must be shown to come from our own page.
    return viewer instanceof Promise ? viewer.then(asCookie) : asCookie(viewer)
  }

  /** An expired session must not block a valid remember-me cookie. */
  const bySession = async (request: FastifyRequest): Promise<Viewer | undefined> => {
    let refusal: unknown
    for (const { token, by } of sessionsOf(request)) {
      try {
        const viewer = await ofSession(token)
        presented.set(request, { by })
        return viewer
      } catch (error) {
        refusal ??= error
      }
    }
    const viewer = await authenticator.authenticate(request)
    if (!viewer && refusal !== undefined) throw refusal
    return viewer
  }

  return {
    authenticate(request) {
      const { authorization } = request.headers
      const key = request.headers['x-api-key']
      if (authorization === undefined && key === undefined) return bySession(request)
      presented.set(request, { by: 'header', ...nameAndKeyIn(authorization, key) })
      return authenticator.authenticate(request)
    },
    presentedBy: (request) => presented.get(request) ?? { by: 'elsewhere' },
    ofSession,
  }
}

const asCookie = (viewer: Viewer): Viewer => ({ ...viewer, via: 'cookie' })

/** Aidoku accepts a response only if it repeats the typed name. */
function nameAndKeyIn(authorization: string | undefined, key: unknown): Pick<PresentedCredentials, 'name' | 'key'> {
  if (authorization === undefined) return { key: String(key).trim() }
  const [scheme = '', credential = ''] = authorization.trim().split(/\s+/, 2)
  if (/^bearer$/i.test(scheme)) return credential.startsWith(`${apiKeyPrefix}_`) ? { key: credential } : {}
  const pair = Buffer.from(credential, 'base64').toString()
  const colon = pair.indexOf(':')
  const name = pair.slice(0, Math.max(0, colon))
  return name === apiKeyUsername ? { name, key: pair.slice(colon + 1) } : { name }
}
