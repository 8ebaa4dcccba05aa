import type { FastifyReply, FastifyRequest } from 'fastify'
import { mustWait, Problem, problem } from '../../contract/problems.ts'
import type { Access } from '../../contract/route.ts'
import type { Viewer } from '../../store/viewer.ts'
import { addressKey } from './addresses.ts'
import type { BasePath } from './base-path.ts'
import type { Limiter, Verdict } from './limiter.ts'
import { comesFromOurPage } from './same-origin.ts'
import type { Surface } from './surface.ts'

/** Who asks and, if their credential was refused, why. */
export interface Guest {
  viewer: Viewer | undefined
  refusal: Problem | undefined
}

/**
 * Looks at the credential, then takes a token: from the user's bucket only once the credential was found good, so that a
 * forged one buys nothing. Throws when the bucket is empty.
 */
export async function meet(surface: Surface, request: FastifyRequest, reply: FastifyReply): Promise<Guest> {
  const guest: Guest = { viewer: undefined, refusal: undefined }
  let fault: unknown
  try {
    const found = surface.identify(request)
    guest.viewer = found instanceof Promise ? await found : found
  } catch (error) {
    if (error instanceof Problem) guest.refusal = error
    else fault = error
  }
  const verdict = surface.limiter && ask(surface, surface.limiter, request, guest.viewer)
  if (verdict) tell(reply, verdict instanceof Promise ? await verdict : verdict)
  if (fault !== undefined) throw fault
  return guest
}

/** Refuses whoever may not call the route. */
export function checkAccess(access: Access, { viewer, refusal }: Guest): void {
  if (access === 'public') return
  if (refusal) throw refusal
  if (!viewer) throw problem('unauthorized', 'Sign in first: this needs a token, an API key or a session.')
  if (access === 'authenticated') return
  const wanted = typeof access === 'string' ? [access] : access.anyOf
  if (wanted.some((permission) => viewer.permissions.has(permission))) return
  const names = wanted.join(' or ')
  throw problem('permission_denied', `This needs the permission ${names}.`, { permission: names })
}

/** A session cookie alone does not prove that its owner wanted the write. */
export function checkOrigin(viewer: Viewer | undefined, request: FastifyRequest, basePath: BasePath): void {
  if (viewer?.via !== 'cookie' || comesFromOurPage(request, basePath.publicUrl(request))) return
  throw problem('permission_denied', 'This request came from another site, so the session does not count for it.')
}

/** `free`: looked at, not taken. */
type Asked = Verdict & { free?: boolean }

function ask(surface: Surface, limiter: Limiter, request: FastifyRequest, viewer: Viewer | undefined) {
  const key = viewer ? viewer.uid : addressKey(request.ip)
  const kind = viewer ? 'authenticated' : 'anonymous'
  if (surface.exempt?.has(pathOf(request.url)) !== true) return limiter.take(key, kind)
  return Promise.resolve(limiter.peek(key, kind)).then((verdict): Asked => ({ ...verdict, free: true }))
}

function tell(reply: FastifyReply, { allowed, limit, remaining, resetSeconds, free }: Asked): void {
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', resetSeconds)
  if (!allowed && !free) throw mustWait(resetSeconds)
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
