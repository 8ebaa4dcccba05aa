import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type KnownBrowserCookies, openKnownBrowserCookies } from '../catalog/access/known-browser-cookies.ts'
import {
  badCredentialsProblem,
  type LoginClient,
  openPasswordLoginChecker,
} from '../catalog/access/password-login-checker.ts'
import { openSessionTokens } from '../catalog/access/session-tokens.ts'
import { openSessions, type Sessions } from '../catalog/access/sessions.ts'
import { openViewerResolver, type ViewerResolver } from '../catalog/access/viewer-resolver.ts'
import type { Config } from '../config/settings.ts'
import { apiKeyPrefix } from '../contract/api-keys.ts'
import { Problem, problem } from '../contract/problems.ts'
import type { MessageBus } from '../events/message-bus.ts'
import { KeyLastUsedTimes, type KeyUse } from '../store/api-key/key-last-used.ts'
import type { Caches } from '../store/cache/caches.ts'
import { NO_REVISION } from '../store/cache/revision-cache.ts'
import type { Db } from '../store/open.ts'
import { SessionLastUsedTimes } from '../store/session/session-last-used.ts'
import type { Viewer } from '../store/viewer.ts'
import { type AuditDetails, type AuditRecorder, openAuditRecorder } from './audit-recorder.ts'
import { knownBrowserCookieName, readCookie, sessionCookieName } from './edge/cookies.ts'
import { ipAddressKey } from './edge/ip-address-key.ts'
import type { Authenticate } from './edge/surface.ts'
import { openSetupToken, type SetupToken } from './setup-token.ts'

/** The one authenticator of all surfaces: turns the credential of a request into a viewer. */
export interface Authenticator {
  /** Authorization (Bearer or Basic), X-API-Key, or the session cookie; the first one present decides. */
  readonly authenticate: Authenticate
  /**
   * The same, if the credential is cached as valid and nothing has to be recorded. Undefined doesn't mean that the
   * credential is invalid: `authenticate` decides.
   */
  cached(headers: IncomingHttpHeaders): Viewer | undefined
  /** A key from any place, e.g. KOReader's `x-auth-user`, or the path of a feed. */
  byKey(text: string, request: FastifyRequest): Viewer | Promise<Viewer>
  /** User name and password, e.g. from a form. */
  byPassword(name: string, password: string, request: FastifyRequest): Promise<Viewer>
  /** The user's id. Failures are counted and recorded. */
  checkPassword(name: string, password: string, request: FastifyRequest): Promise<number>
  /** KOReader: `x-auth-user` is a user name, `x-auth-key` the MD5 of one of that user's keys. */
  bySyncHash(username: string, syncHash: string, request: FastifyRequest): Promise<Viewer>
  readonly viewers: ViewerResolver
  readonly sessions: Sessions
  readonly keyUses: KeyLastUsedTimes
  readonly sessionUses: SessionLastUsedTimes
  readonly devices: KnownBrowserCookies
  readonly audit: AuditRecorder
  readonly setupToken: SetupToken
  close(): Promise<void>
}

export interface AuthenticatorOptions {
  db: Db
  config: Config
  /** Signs the tokens. */
  secret: string
  /** Called for errors that no request waits for. */
  onError?: (error: unknown) => void
  /** Connects to other servers and processes on the same database. */
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
  const keyUses = new KeyLastUsedTimes(db, onError)
  if (bus) shareKeyUses(keyUses, bus)
  const sessionUses = new SessionLastUsedTimes(db, onError)
  const tokens = openSessionTokens(secret, now, db.caches)
  const viewers = openViewerResolver(db, tokens, keyUses, now)
  const logins = openPasswordLoginChecker(db, now)
  const sessions = openSessions(db, tokens, config, now)
  const devices = openKnownBrowserCookies(secret)
  const audit = openAuditRecorder(db, config, now)
  const recently = onceIn(db.caches, now)
  /** Apps without cookies that sent the correct password. Each counts its own failures, as a known browser does. */
  const knownApps = db.caches.create<string, true>('known_apps', { maxEntries: 10_000 })

  /** A browser that has, or had, a session of this account. */
  const deviceOf = async (request: FastifyRequest, user: { id: number; uid: string }): Promise<string | undefined> => {
    const known = devices.find(readCookie(request, knownBrowserCookieName), user.uid)
    if (known !== undefined) return known
    const app = appOf(request, user.id)
    if (knownApps.get(app, NO_REVISION)) return app
    const session = readCookie(request, sessionCookieName)
    if (!session) return undefined
    const viewer = await Promise.try(() => viewers.ofToken('cookie', session)).catch(() => undefined)
    return viewer?.userId === user.id ? `session ${viewer.sessionId}` : undefined
  }

  const clientOf = (request: FastifyRequest, via: 'basic' | 'password'): LoginClient => {
    const about = (login: { uid: string } | undefined) => ({ targetType: 'user', targetUid: login?.uid ?? null, via })
    return {
      address: ipAddressKey(request.ip),
      agent: request.headers['user-agent'],
      deviceOf: (user) => deviceOf(request, user),
      onFailed: (login) => audit.record('sign_in_failed', request, about(login)),
      onBlocked: async (login) => {
        if (!recently(`blocked ${request.ip} ${login?.id}`, MINUTE_MS)) {
          await audit.record('sign_in_blocked', request, about(login))
        }
      },
    }
  }

  const byPassword = async (name: string, password: string, request: FastifyRequest): Promise<Viewer> => {
    const userId = await logins.checkOften(name, password, clientOf(request, 'basic'))
    const viewer = await viewers.ofUser(userId, 'basic')
    if (!viewer) throw badCredentialsProblem()
    knownApps.set(appOf(request, userId), NO_REVISION, true)
    // Apps send it with every request: one entry a day is enough.
    if (!recently(`basic ${userId} ${request.ip} ${request.headers['user-agent']}`, DAY_MS)) {
      const { uid, username } = viewer
      await audit.record('sign_in', request, { userUid: uid, username, via: 'basic' })
    }
    return viewer
  }

  /** One entry per minute and address: an app with an old key tries a hundred times. */
  const noteBadKey = async (request: FastifyRequest, about: AuditDetails, error: unknown): Promise<never> => {
    const isRefused = error instanceof Problem && error.status === 401
    if (isRefused && !recently(`key ${request.ip}`, MINUTE_MS)) {
      await audit.record('sign_in_failed', request, { targetType: 'key', via: 'key', ...about })
    }
    throw error
  }

  const byKey = (text: string, request: FastifyRequest): Viewer | Promise<Viewer> => {
    const refuse = (error: unknown) => noteBadKey(request, { targetName: SHOWN_OF_KEY.exec(text)?.[0] ?? null }, error)
    try {
      const found = viewers.ofKey(text)
      return found instanceof Promise ? found.catch(refuse) : found
    } catch (error) {
      return refuse(error)
    }
  }

  const byHeader = (header: string, request: FastifyRequest): Viewer | Promise<Viewer> => {
    const [scheme, credential] = schemeAndCredential(header)
    if (scheme === 'bearer') {
      const isKey = credential.startsWith(`${apiKeyPrefix}_`)
      return isKey ? byKey(credential, request) : seen(viewers.ofToken('access', credential), request)
    }
    if (scheme !== 'basic') throw problem('unauthorized', 'The Authorization header must be Bearer or Basic.')
    const pair = decodeBasic(credential)
    if (!pair) throw badCredentialsProblem()
    // `api` is never a user name: it indicates a key, for apps that support only user name and password.
    return pair.name === apiKeyUsername ? byKey(pair.password, request) : byPassword(pair.name, pair.password, request)
  }

  /** Records where a session is used, for its owner to see. */
  const seen = (found: Viewer | Promise<Viewer>, request: FastifyRequest): Viewer | Promise<Viewer> => {
    if (found instanceof Promise) return found.then((viewer) => seen(viewer, request))
    if (found.sessionId !== undefined) sessionUses.touch(found.sessionId, now(), () => request.ip)
    return found
  }

  const seenLately = (viewer: Viewer | undefined): Viewer | undefined =>
    viewer?.sessionId !== undefined && sessionUses.isTouched(viewer.sessionId, now()) ? viewer : undefined

  return {
    authenticate: (request) => {
      const { headers } = request
      if (headers.authorization !== undefined) return byHeader(headers.authorization, request)
      const key = headers['x-api-key']
      if (key !== undefined) return byKey(String(key).trim(), request)
      const cookie = readCookie(request, sessionCookieName)
      if (cookie !== undefined && cookie !== '') return seen(viewers.ofToken('cookie', cookie), request)
      return undefined
    },
    cached: (headers) => {
      if (headers.authorization !== undefined) {
        const [scheme, credential] = schemeAndCredential(headers.authorization)
        if (scheme !== 'bearer') return undefined
        if (credential.startsWith(`${apiKeyPrefix}_`)) return viewers.cachedOfKey(credential)
        return seenLately(viewers.cachedOfToken('access', credential))
      }
      const key = headers['x-api-key']
      if (key !== undefined) return viewers.cachedOfKey(String(key).trim())
      const cookie = readCookie({ headers }, sessionCookieName)
      return cookie ? seenLately(viewers.cachedOfToken('cookie', cookie)) : undefined
    },
    byKey,
    byPassword,
    checkPassword: (name, password, request) => logins.check(name, password, clientOf(request, 'password')),
    bySyncHash: (username, syncHash, request) =>
      viewers.ofSyncHash(username, syncHash).catch((error) => noteBadKey(request, { username }, error)),
    viewers,
    sessions,
    keyUses,
    sessionUses,
    devices,
    audit,
    setupToken: openSetupToken(config, secret),
    close: () => keyUses.close(),
  }
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The part of a key that lists show; the rest is its secret. */
const SHOWN_OF_KEY = new RegExp(`^${apiKeyPrefix}_[A-Za-z0-9]{8}(?=_)`)

const appOf = ({ ip, headers }: FastifyRequest, userId: number): string =>
  `app ${hash('sha256', `${userId} ${ipAddressKey(ip)} ${headers['user-agent'] ?? ''}`, 'base64url')}`

/** Whether the same key was already passed within that time. */
function onceIn(caches: Caches, now: () => number): (what: string, ms: number) => boolean {
  const times = caches.create<string, number>('audited_recently', { maxEntries: 10_000 })
  return (what, ms) => {
    const last = times.get(what, NO_REVISION)
    if (last !== undefined && now() - last < ms) return true
    times.set(what, NO_REVISION, now())
    return false
  }
}

function shareKeyUses(uses: KeyLastUsedTimes, bus: MessageBus): void {
  const channel = bus.channel('lectern_keys', { receive: (text) => uses.receive(JSON.parse(text) as KeyUse[]) })
  uses.shareUses((shared) => channel.send(JSON.stringify(shared)))
}

/** The user name that goes with a key in HTTP Basic. */
export const apiKeyUsername = 'api'

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
