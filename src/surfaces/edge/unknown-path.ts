import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../contract/problems.ts'
import { authenticate } from './authenticate.ts'
import type { MethodsByPath } from './methods-by-path.ts'
import { findSurface, type Surface } from './surface.ts'

/** Answers what no route answers with the web interface; false leaves it to be a 404. */
export type WebInterfaceFallback = (request: FastifyRequest, reply: FastifyReply) => boolean | Promise<boolean>

/**
 * A request that no route takes: 404, 405 with the methods that would do, or the web interface, never that under a
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

/** 405 where the address is known, but not by this method. */
export function refuseUnsupportedMethod(known: MethodsByPath, { url, method }: FastifyRequest): void {
  const methods = known.methodsOf(url)
  // A pattern may take a path that the router does not, such as one that ends before its last part.
  if (methods.length === 0 || methods.includes(method)) return
  const allow = allowed(methods)
  throw problem('method_not_allowed', `${method} is not allowed here; use ${allow}.`, undefined, { allow })
}

const allowed = (methods: readonly string[]) => [...methods, 'OPTIONS'].join(', ')
