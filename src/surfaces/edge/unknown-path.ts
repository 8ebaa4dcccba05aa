import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../contract/problems.ts'
import { authenticate } from './authenticate.ts'
import type { KnownPaths } from './known-paths.ts'
import { findSurface, type Surface } from './surface.ts'

/** Answers what no route answers with the web interface; false leaves it to be a 404. */
export type PageFallback = (request: FastifyRequest, reply: FastifyReply) => boolean | Promise<boolean>

/**
 * A request that no route takes: 404, 405 with the methods that would do, or the web interface, never that under a
 * surface's own paths. It is counted like any other request.
 */
export async function answerUnknown(
  { surfaces, known, page }: { surfaces: readonly Surface[]; known: KnownPaths; page: PageFallback | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const surface = findSurface(surfaces, request.url)
  if (surface) await authenticate(surface, request, reply)
  const methods = known.methodsOf(request.url)
  // A pattern may take a path that the router does not, such as one that ends before its last part.
  if (methods.length > 0 && !methods.includes(request.method)) {
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS') {
      reply.code(204).header('allow', allow).send()
      return
    }
    throw problem('method_not_allowed', `${request.method} is not possible here; ${allow} are.`, undefined, { allow })
  }
  if (!surface && page && (await page(request, reply))) return
  throw problem('not_found', 'There is nothing at this address.')
}
