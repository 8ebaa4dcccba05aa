import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeniableAction } from '../../contract/permissions.ts'
import { Problem, problem, rateLimitProblem } from '../../contract/problems.ts'
import type { RouteAccess } from '../../contract/route.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { BasePath } from './base-path.ts'
import { ipAddressKey } from './ip-address-key.ts'
import type { RateLimitVerdict } from './rate-limit-buckets.ts'
import type { ClientClass, RateLimiter } from './rate-limiter.ts'
import { findSurface, type Surface } from './surface.ts'

/** The caller and, if their credential was refused, the reason. */
export interface Caller {
  viewer: Viewer | undefined
  refusal: Problem | undefined
}

/**
 * Checks the credential, then takes a token: from the user's bucket only if the credential is valid, so that a forged
 * one gains nothing. Throws if the bucket is empty. Returns synchronously if nothing has to be awaited: on SQLite that
 * is most requests, and a promise each would cost more than the rest of this.
 */
export function authenticate(surface: Surface, request: FastifyRequest, reply: FastifyReply): Caller | Promise<Caller> {
  const known = (viewer: Viewer | undefined) => count(surface, request, reply, { viewer, refusal: undefined })
  const refused = (error: unknown) => {
    const refusal = error instanceof Problem ? error : undefined
    return count(surface, request, reply, { viewer: undefined, refusal }, refusal ? undefined : error)
  }
  let found: Viewer | undefined | Promise<Viewer | undefined>
  try {
    found = surface.authenticate(request)
  } catch (error) {
    return refused(error)
  }
  return found instanceof Promise ? found.then(known, refused) : known(found)
}

/** An internal error is thrown only after the request was counted: it must not become a way around the limit. */
function count(surface: Surface, request: FastifyRequest, reply: FastifyReply, caller: Caller, fault?: unknown) {
  const verdict = surface.limiter && takeToken(surface, surface.limiter, request, caller.viewer)
  const go = (verdict: CountedVerdict | undefined): Caller => {
    if (verdict) setLimitHeaders(reply, verdict)
    if (fault !== undefined) throw fault
    return caller
  }
  return verdict instanceof Promise ? verdict.then(go) : go(verdict)
}

/** Throws if the caller may not call the route. */
export function checkAccess(access: RouteAccess, { viewer, refusal }: Caller): void {
  if (access === 'public') return
  if (refusal) throw refusal
  if (!viewer) throw problem('unauthorized', 'Sign in first. This requires a token, an API key or a session.')
  if (access === 'authenticated') return
  const wanted = typeof access === 'string' ? [access] : access.anyOf
  if (wanted.some((permission) => viewer.permissions.has(permission))) return
  // Denying the action took the permission away, whose name means nothing to readers.
  if (wanted.includes('PagesRead')) refuseDeniedAction('page_streaming', viewer)
  const names = wanted.join(' or ')
  throw problem('permission_denied', `You need the permission ${names} for this.`, { permission: names })
}

/** A denied action is refused on every surface, whatever the permissions. */
export function refuseDeniedAction(action: DeniableAction | undefined, viewer: Viewer | undefined): void {
  if (action === undefined || !viewer?.denied?.includes(action)) return
  throw problem('permission_denied', denials[action], { action })
}

const denials: Record<DeniableAction, string> = {
  file_download: 'You aren’t allowed to download files.',
  page_streaming: 'You aren’t allowed to read pages.',
  koreader_sync: 'You aren’t allowed to sync with KOReader.',
}

/** A read-only key writes nothing, not even where no specific permission is needed. */
export function checkMayWrite(viewer: Viewer | undefined): void {
  if (!viewer) return
  for (const permission of viewer.permissions) if (writing.test(permission)) return
  throw problem('permission_denied', 'This API key is read-only.', { permission: 'any that writes' })
}

const writing = /Write$|Delete$|^PluginsManage$|^SystemAdmin$/

/** A session cookie alone does not prove that its owner wanted the write. */
export function checkOrigin(viewer: Viewer | undefined, request: FastifyRequest, basePath: BasePath): void {
  if (viewer?.via !== 'cookie' || comesFromOurPage(request, basePath.publicUrl(request))) return
  throw problem('permission_denied', 'This request came from another site, so your session can’t be used for it.')
}

/** `free`: only peeked, no token taken. */
type CountedVerdict = RateLimitVerdict & { free?: boolean }

/** Charges a request that was let in for its cost, so that the next ones wait. */
export function chargeRateLimit(surfaces: readonly Surface[], request: FastifyRequest, tokens: number): void {
  const [key, kind] = clientOf(request, request.viewer)
  if (tokens > 0) findSurface(surfaces, request.url)?.limiter?.spend(key, kind, tokens)
}

function clientOf(request: FastifyRequest, viewer: Viewer | undefined): [key: string, kind: ClientClass] {
  return viewer ? [viewer.uid, 'authenticated'] : [ipAddressKey(request.ip), 'anonymous']
}

function takeToken(surface: Surface, limiter: RateLimiter, request: FastifyRequest, viewer: Viewer | undefined) {
  const [key, kind] = clientOf(request, viewer)
  if (surface.exempt?.has(pathOf(request.url)) !== true) return limiter.take(key, kind)
  return Promise.resolve(limiter.peek(key, kind)).then((verdict): CountedVerdict => ({ ...verdict, free: true }))
}

function setLimitHeaders(reply: FastifyReply, { allowed, limit, remaining, resetSeconds, free }: CountedVerdict): void {
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', resetSeconds)
  if (!allowed && !free) throw rateLimitProblem(resetSeconds)
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a write with a cookie comes from our own page. Browsers send the cookie along with any form of any page
 * (SameSite=Lax stops most, not all), but a page can't forge these headers. A client that sends neither isn't a
 * browser.
 */
function comesFromOurPage(request: FastifyRequest, publicUrl: string): boolean {
  if (safe.has(request.method)) return true
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  // It may be built from an invalid Host header.
  return origin === URL.parse(publicUrl)?.origin
}
