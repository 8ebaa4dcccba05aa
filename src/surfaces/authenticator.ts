import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type KnownBrowserCookies, openKnownBrowserCookies } from '../catalog/access/known-browser-cookies.ts'
import { badCredentialsProblem, openPasswordLoginChecker } from '../catalog/access/password-login-checker.ts'
import { openSessionTokens } from '../catalog/access/session-tokens.ts'
import { openSessions, type Sessions } from '../catalog/access/sessions.ts'
import { openViewerResolver, type ViewerResolver } from '../catalog/access/viewer-resolver.ts'
import type { Config } from '../config/settings.ts'
import { apiKeyPrefix } from '../contract/api-keys.ts'
import { Problem, problem } from '../contract/problems.ts'
import type { MessageBus } from '../events/message-bus.ts'
import { KeyLastUsedTimes, type KeyUse } from '../store/api-key/key-last-used.ts'
import type { Db } from '../store/open.ts'
import { SessionLastUsedTimes } from '../store/session/session-last-used.ts'
import type { Viewer } from '../store/viewer.ts'
import { type AuditDetails, type AuditRecorder, openAuditRecorder } from './audit-recorder.ts'
import { decodeBasic, schemeAndCredential } from './edge/authorization-header.ts'
import { readCookie, sessionCookieName } from './edge/cookies.ts'
import { clientAddress } from './edge/ip-address-key.ts'
import type { Authenticate } from './edge/surface.ts'
import { openLoginClients } from './login-clients.ts'
import { openSetupToken, type SetupToken } from './setup-token.ts'
import { openSignInAudit, type SignInAudit } from './sign-in-audit.ts'

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

export function openAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { db, config, secret, onError, bus, now = Date.now } = options
  const keyUses = new KeyLastUsedTimes(db, onError)
  if (bus) shareKeyUses(keyUses, bus)
  const sessionUses = new SessionLastUsedTimes(db, onError)
  const tokens = openSessionTokens(secret, now, db.caches)
  const viewers = openViewerResolver(db, tokens, keyUses, now)
  const logins = openPasswordLoginChecker(db, now)
  const devices = openKnownBrowserCookies(secret)
  const audit = openAuditRecorder(db, config, now)
  const signIns = openSignInAudit(audit, db.caches, now)
  const clients = openLoginClients({ caches: db.caches, viewers, browsers: devices, audit: signIns })
  const byKey = keyAuthenticator(viewers, signIns)

  const byPassword: Authenticator['byPassword'] = async (name, password, request) => {
    const userId = await logins.checkOften(name, password, clients.clientOf(request, 'basic'))
    const viewer = await viewers.ofUser(userId, 'basic')
    if (!viewer) throw badCredentialsProblem()
    clients.rememberApp(request, userId)
    await signIns.passwordAccepted(request, viewer)
    return viewer
  }

  return {
    authenticate: requestAuthenticator({ viewers, byKey, byPassword, sessionUses, now }),
    cached: cachedAuthenticator(viewers, sessionUses, now),
    byKey,
    byPassword,
    checkPassword: (name, password, request) => logins.check(name, password, clients.clientOf(request, 'password')),
    bySyncHash: (username, syncHash, request) =>
      viewers.ofSyncHash(username, syncHash).catch((error) => refuseKey(signIns, request, { username }, error)),
    viewers,
    sessions: openSessions(db, tokens, config, now),
    keyUses,
    sessionUses,
    devices,
    audit,
    setupToken: openSetupToken(config, secret),
    close: () => keyUses.close(),
  }
}

function keyAuthenticator(viewers: ViewerResolver, signIns: SignInAudit): Authenticator['byKey'] {
  return (text, request) => {
    const refuse = (error: unknown) =>
      refuseKey(signIns, request, { targetName: SHOWN_OF_KEY.exec(text)?.[0] ?? null }, error)
    try {
      const found = viewers.ofKey(text)
      return found instanceof Promise ? found.catch(refuse) : found
    } catch (error) {
      return refuse(error)
    }
  }
}

/** The part of a key that lists show; the rest is its secret. */
const SHOWN_OF_KEY = new RegExp(`^${apiKeyPrefix}_[A-Za-z0-9]{8}(?=_)`)

async function refuseKey(
  signIns: SignInAudit,
  request: FastifyRequest,
  details: AuditDetails,
  error: unknown,
): Promise<never> {
  if (error instanceof Problem && error.status === 401) await signIns.keyRefused(request, details)
  throw error
}

interface RequestAuthenticatorDeps extends Pick<Authenticator, 'viewers' | 'byKey' | 'byPassword' | 'sessionUses'> {
  now: () => number
}

function requestAuthenticator(deps: RequestAuthenticatorDeps): Authenticate {
  const { viewers, byKey, byPassword, sessionUses, now } = deps

  /** Records where a session is used, for its owner to see. */
  const ofSession = (found: Viewer | Promise<Viewer>, request: FastifyRequest): Viewer | Promise<Viewer> => {
    if (found instanceof Promise) return found.then((viewer) => ofSession(viewer, request))
    if (found.sessionId !== undefined) sessionUses.touch(found.sessionId, now(), () => clientAddress(request))
    return found
  }

  const byHeader = (header: string, request: FastifyRequest): Viewer | Promise<Viewer> => {
    const [scheme, credential] = schemeAndCredential(header)
    if (scheme === 'bearer') {
      return isApiKey(credential)
        ? byKey(credential, request)
        : ofSession(viewers.ofToken('access', credential), request)
    }
    if (scheme !== 'basic') throw problem('unauthorized', 'The Authorization header must be Bearer or Basic.')
    const pair = decodeBasic(credential)
    if (!pair) throw badCredentialsProblem()
    // `api` is never a user name: it indicates a key, for apps that support only user name and password.
    return pair.name === apiKeyUsername ? byKey(pair.password, request) : byPassword(pair.name, pair.password, request)
  }

  return (request) => {
    const { headers } = request
    if (headers.authorization !== undefined) return byHeader(headers.authorization, request)
    const key = headers['x-api-key']
    if (key !== undefined) return byKey(String(key).trim(), request)
    const cookie = readCookie(request, sessionCookieName)
    return cookie ? ofSession(viewers.ofToken('cookie', cookie), request) : undefined
  }
}

function cachedAuthenticator(
  viewers: ViewerResolver,
  sessionUses: SessionLastUsedTimes,
  now: () => number,
): Authenticator['cached'] {
  /** Undefined if the use of the session has to be recorded. */
  const ofSession = (viewer: Viewer | undefined): Viewer | undefined =>
    viewer?.sessionId !== undefined && sessionUses.isTouched(viewer.sessionId, now()) ? viewer : undefined

  return (headers) => {
    if (headers.authorization !== undefined) {
      const [scheme, credential] = schemeAndCredential(headers.authorization)
      if (scheme !== 'bearer') return undefined
      return isApiKey(credential)
        ? viewers.cachedOfKey(credential)
        : ofSession(viewers.cachedOfToken('access', credential))
    }
    const key = headers['x-api-key']
    if (key !== undefined) return viewers.cachedOfKey(String(key).trim())
    const cookie = readCookie({ headers }, sessionCookieName)
    return cookie ? ofSession(viewers.cachedOfToken('cookie', cookie)) : undefined
  }
}

const isApiKey = (credential: string): boolean => credential.startsWith(`${apiKeyPrefix}_`)

function shareKeyUses(uses: KeyLastUsedTimes, bus: MessageBus): void {
  const channel = bus.channel('lectern_keys', { receive: (text) => uses.receive(JSON.parse(text) as KeyUse[]) })
  uses.shareUses((shared) => channel.send(JSON.stringify(shared)))
}

/** The user name that goes with a key in HTTP Basic. */
export const apiKeyUsername = 'api'
