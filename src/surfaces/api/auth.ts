import { createSelfRegisteredAccount } from '../../catalog/access/self-registration.ts'
import { auth, type CurrentUser, type SignInResponse } from '../../contract/auth.ts'
import { problem } from '../../contract/problems.ts'
import { defineDerivedCache } from '../../store/cache/derived-cache.ts'
import type { Db } from '../../store/open.ts'
import { findSession } from '../../store/session/read.ts'
import { findUser } from '../../store/user/read.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { clientAddress } from '../edge/ip-address-key.ts'
import { serializeOnce } from '../edge/serialized-answer.ts'
import { presentCurrentUser } from '../present/user.ts'
import { type OpenSurface, serve } from '../serve.ts'
import {
  clearSessionCookie,
  type RequestAndReply,
  setCookieAndPresentSignIn,
  setKnownBrowserCookie,
  setSessionCookie,
} from './session-cookies.ts'

export function mountAuth(api: OpenSurface, context: AppContext, authenticator: Authenticator): void {
  const { config, db } = context

  serve(api, auth.login, async ({ body, ...exchange }) => {
    const userId = await authenticator.checkPassword(body.username, body.password, exchange.request)
    return signIn(context, authenticator, exchange, userId, 'password')
  })

  serve(api, auth.refresh, async ({ body, ...exchange }) => {
    const findActive = async (id: number) => {
      const user = await findUser(db, { id })
      return user?.isActive ? user : undefined
    }
    const started = await authenticator.sessions.refresh(body.refreshToken, findActive)
    const user = await findUser(db, { id: started.userId })
    if (!user) throw problem('invalid_token', 'This account no longer exists.')
    return setCookieAndPresentSignIn(exchange, started, user)
  })

  serve(api, auth.logout, async ({ viewer, ...exchange }) => {
    if (viewer.sessionId !== undefined) await authenticator.sessions.end(viewer.sessionId)
    await authenticator.audit.record('sign_out', exchange.request)
    clearSessionCookie(exchange)
    // Pages that were read stay in the browser's cache, and its next user may be someone else.
    exchange.reply.header('clear-site-data', '"cache"')
  })

  serve(api, auth.me, (input) =>
    input.viewer.via === 'cookie' ? keepSession(input.viewer, input) : currentUserOf(db, authenticator, input.viewer),
  )

  serve(api, auth.register, async ({ body, ...exchange }) => {
    if (!config.auth.registration_enabled) {
      throw problem('permission_denied', 'Sign-up is disabled on this server. Ask an administrator for an account.', {
        setting: 'auth.registration_enabled',
      })
    }
    const { id } = await createSelfRegisteredAccount(db, body, Date.now())
    return signIn(context, authenticator, exchange, id, 'register')
  })

  serve(api, auth.options, () => ({
    registrationEnabled: config.auth.registration_enabled,
    oidcEnabled: Object.keys(config.auth.oidc.providers).length > 0,
  }))

  /** The web page requests this when it opens: the moment to extend the session of a returning browser. */
  async function keepSession(viewer: Viewer, exchange: RequestAndReply): Promise<CurrentUser> {
    const session = await findSession(db, { id: viewer.sessionId! })
    const cookie = session && (await authenticator.sessions.prolong(session, viewer.uid))
    if (cookie) setSessionCookie(exchange, cookie)
    return currentUserOf(db, authenticator, viewer)
  }
}

/** As `/auth/me` presents them; made once for each credential. */
export function currentUserOf(db: Db, authenticator: Authenticator, viewer: Viewer): CurrentUser {
  return currentUsersCache(db).make(viewer.permissions, () =>
    serializeOnce(presentCurrentUser(authenticator.viewers.accountOf(viewer), viewer.permissions)),
  )
}

/** Each account has a set of permissions of its own. */
const currentUsersCache = defineDerivedCache<Viewer['permissions'], CurrentUser>('current_users')

/** Starts a session for a user whose identity was just verified. */
export async function signIn(
  context: AppContext,
  authenticator: Authenticator,
  exchange: RequestAndReply,
  userId: number,
  via: 'password' | 'register' | 'setup' | 'oidc',
): Promise<SignInResponse> {
  const user = await findUser(context.db, { id: userId })
  if (!user) throw problem('invalid_credentials', 'This account no longer exists.')
  const { request } = exchange
  const from = { userAgent: request.headers['user-agent'], address: clientAddress(request) }
  const started = await authenticator.sessions.start({ id: user.id, uid: user.uid }, from)
  const who = { userUid: user.uid, username: user.username, via }
  if (via === 'register' || via === 'setup') {
    const made = { targetType: 'user', targetUid: user.uid, targetName: user.username, details: { role: user.role } }
    await authenticator.audit.record('account_created', request, { ...who, ...made })
  }
  await authenticator.audit.record('sign_in', request, who)
  const answer = setCookieAndPresentSignIn(exchange, started, user)
  setKnownBrowserCookie(exchange, authenticator.devices, user.uid)
  return answer
}
