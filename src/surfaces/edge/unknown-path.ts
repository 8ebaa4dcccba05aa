import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../contract/problems.ts'
import { authenticate } from './authenticate.ts'
import type { MethodsByPath } from './methods-by-path.ts'
import { findSurface, type Surface } from './surface.ts'

/** Answers paths without a route with the web interface; returns false for a 404. */
export type WebInterfaceFallback = (request: FastifyRequest, reply: FastifyReply) => boolean | Promise<boolean>

/**
 * Handles a request without a route: 404, 405 with the allowed methods, or the web interface, but never that under a
 * surface's own paths. It is counted like any other request.
 */
export async function answerUnknownPath(
  {
    surfaces,
    known,
    page,
  }: { surfaces: readonly Surface[]; known: MethodsByPath; page: WebInterfaceFallback | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const surface = findSurface(surfaces, request.url)
  if (surface) await authenticate(surface, request, reply)
  if (request.method === 'OPTIONS') {
    const methods = known.methodsOf(request.url)
    if (methods.length > 0) {
      reply.code(204).header('allow', allowed(methods)).send()
      return
    }
  }
  refuseUnsupportedMethod(known, request)
  if (!surface && page && (await page(request, reply))) return
  throw problem('not_found', 'There is nothing at this address.')
}

/** Throws 405 if the path is known, but not with this method. */
export function refuseUnsupportedMethod(known: MethodsByPath, { url, method }: FastifyRequest): void {
  const methods = known.methodsOf(url)
  // A pattern may match a path that the router doesn't, such as one without its last segment.
  if (methods.length === 0 || methods.includes(method)) return
  const allow = allowed(methods)
  throw problem('method_not_allowed', `${method} is not allowed here; use ${allow}.`, undefined, { allow })
}

const allowed = (methods: readonly string[]) => [...methods, 'OPTIONS'].join(', ')
