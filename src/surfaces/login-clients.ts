import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { KnownBrowserCookies } from '../catalog/access/known-browser-cookies.ts'
import type { LoginClient } from '../catalog/access/password-login-checker.ts'
import type { ViewerResolver } from '../catalog/access/viewer-resolver.ts'
import type { Caches } from '../store/cache/caches.ts'
import { NO_REVISION } from '../store/cache/revision-cache.ts'
import { knownBrowserCookieName, readCookie, sessionCookieName } from './edge/cookies.ts'
import { ipAddressKey } from './edge/ip-address-key.ts'
import type { SignInAudit } from './sign-in-audit.ts'

interface LoginClientDeps {
  caches: Caches
  viewers: ViewerResolver
  browsers: KnownBrowserCookies
  audit: SignInAudit
}

/** Browsers and apps that sign in with a password. Known ones count their own failures, not those of strangers. */
export function openLoginClients({ caches, viewers, browsers, audit }: LoginClientDeps) {
  /** Apps without cookies that sent the correct password. */
  const knownApps = caches.create<string, true>('known_apps', { maxEntries: 10_000 })

  /** A browser that has, or had, a session of this account. */
  const findDevice = async (request: FastifyRequest, user: { id: number; uid: string }) => {
    const browser = browsers.find(readCookie(request, knownBrowserCookieName), user.uid)
    if (browser !== undefined) return browser
    const app = appOf(request, user.id)
    if (knownApps.get(app, NO_REVISION)) return app
    const session = readCookie(request, sessionCookieName)
    if (!session) return undefined
    const viewer = await Promise.try(() => viewers.ofToken('cookie', session)).catch(() => undefined)
    return viewer?.userId === user.id ? `session ${viewer.sessionId}` : undefined
  }

  return {
    clientOf: (request: FastifyRequest, via: 'basic' | 'password'): LoginClient => ({
      address: ipAddressKey(request.ip),
      agent: request.headers['user-agent'],
      deviceOf: (user) => findDevice(request, user),
      onFailed: (user) => audit.passwordRefused(request, user, via),
      onBlocked: (user) => audit.loginBlocked(request, user, via),
    }),
    rememberApp: (request: FastifyRequest, userId: number) => knownApps.set(appOf(request, userId), NO_REVISION, true),
  }
}

const appOf = ({ ip, headers }: FastifyRequest, userId: number): string =>
  `app ${hash('sha256', `${userId} ${ipAddressKey(ip)} ${headers['user-agent'] ?? ''}`, 'base64url')}`
