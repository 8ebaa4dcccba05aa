import type { FastifyRequest } from 'fastify'
import { badCredentials, openPasswordLogins, type PasswordLogins } from '../catalog/access/password-logins.ts'
import { openSessions, type Sessions } from '../catalog/access/sessions.ts'
import { openTokens } from '../catalog/access/tokens.ts'
import { openViewers, type Viewers } from '../catalog/access/viewers.ts'
import type { Config } from '../config/settings.ts'
import { keyName } from '../contract/api-keys.ts'
import { problem } from '../contract/problems.ts'
import type { MessageBus } from '../events/message-bus.ts'
import { type KeyUse, KeyUses } from '../store/api-key/key-uses.ts'
import type { Db } from '../store/open.ts'
import type { Viewer } from '../store/viewer.ts'
import { addressKey } from './edge/addresses.ts'
import { readCookie, sessionCookieName } from './edge/cookies.ts'
import type { Authenticate } from './edge/surface.ts'

/** The one door for all surfaces: whatever credential a request brings, here it becomes a viewer. */
export interface Authenticator {
  /** Authorization (Bearer or Basic), X-API-Key, or the session cookie; the first that is there decides. */
  readonly authenticate: Authenticate
  /** A key wherever it stood, e.g. in KOReader's `x-auth-user`, or in the path of a feed. */
  byKey(text: string): Viewer | Promise<Viewer>
  /** User name and password, e.g. from a form. */
  byPassword(name: string, password: string, request: FastifyRequest): Promise<Viewer>
  /** KOReader: `x-auth-user` a user name, `x-auth-key` the MD5 of one of that user's keys. */
  bySyncHash(username: string, syncHash: string): Promise<Viewer>
  readonly viewers: Viewers
  readonly logins: PasswordLogins
  readonly sessions: Sessions
  readonly keyUses: KeyUses
  close(): Promise<void>
}

export interface AuthenticatorOptions {
  db: Db
  config: Config
  /** Signs the tokens. */
  secret: string
  /** Something failed that no request waits for. */
  onError?: (error: unknown) => void
  /** To other servers and processes over the same database. */
  bus?: MessageBus
  now?: () => number
}

export function openAuthenticator({
  db,
  config,
  secret,
  onError,
  bus,
  now = Date.now,
}: AuthenticatorOptions): Authenticator {
  const keyUses = new KeyUses(db, onError)
  if (bus) shareKeyUses(keyUses, bus)
  const tokens = openTokens(secret, now)
  const viewers = openViewers(db, tokens, keyUses, now)
  const logins = openPasswordLogins(db, now)
  const sessions = openSessions(db, tokens, config, now)

  const byPassword = async (name: string, password: string, request: FastifyRequest): Promise<Viewer> => {
    const userId = await logins.checkOften(name, password, addressKey(request.ip))
    const viewer = await viewers.ofUser(userId, 'basic')
    if (!viewer) throw badCredentials()
    return viewer
  }

  const byHeader = (header: string, request: FastifyRequest): Viewer | Promise<Viewer> => {
    const [scheme, credential] = schemeAndCredential(header)
    if (scheme === 'bearer') {
      const isKey = credential.startsWith(`${keyName}_`)
      return isKey ? viewers.ofKey(credential) : viewers.ofToken('access', credential)
    }
    if (scheme !== 'basic') throw problem('unauthorized', 'Authorization must be Bearer or Basic.')
    const pair = decodeBasic(credential)
    if (!pair) throw badCredentials()
    // `api` is nobody's name: it announces a key, for apps that know nothing but user name and password.
    return pair.name === keyUsername ? viewers.ofKey(pair.password) : byPassword(pair.name, pair.password, request)
  }

  return {
    authenticate: (request) => {
      const { headers } = request
      if (headers.authorization !== undefined) return byHeader(headers.authorization, request)
      const key = headers['x-api-key']
      if (key !== undefined) return viewers.ofKey(String(key).trim())
      const cookie = readCookie(request, sessionCookieName)
      if (cookie !== undefined && cookie !== '') return viewers.ofToken('cookie', cookie)
      return undefined
    },
    byKey: viewers.ofKey,
    byPassword,
    bySyncHash: viewers.ofSyncHash,
    viewers,
    logins,
    sessions,
    keyUses,
    close: () => keyUses.close(),
  }
}

function shareKeyUses(uses: KeyUses, bus: MessageBus): void {
  const channel = bus.channel('lectern_keys', { receive: (text) => uses.heard(JSON.parse(text) as KeyUse[]) })
  uses.tellOthers((told) => channel.send(JSON.stringify(told)))
}

/** The user name that goes with a key in HTTP Basic. */
export const keyUsername = 'api'

function schemeAndCredential(header: string): [scheme: string, credential: string] {
  const text = header.trim()
  const space = text.indexOf(' ')
  return space < 0 ? [text.toLowerCase(), ''] : [text.slice(0, space).toLowerCase(), text.slice(space + 1).trim()]
}

function decodeBasic(credential: string): { name: string; password: string } | undefined {
  const bytes = Buffer.from(credential, 'base64')
  const pair = readText(bytes)
  const colon = pair.indexOf(':')
  return colon < 0 ? undefined : { name: pair.slice(0, colon), password: pair.slice(colon + 1) }
}

/** We ask for UTF-8 in the challenge; old clients send Latin-1 all the same. */
function readText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
