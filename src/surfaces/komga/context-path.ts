import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'

type Configured = Pick<AppContext, 'config'>

/** `/komga`, with what a proxy puts in front of it; nothing on a port of its own. */
export function contextPath(context: Configured, request: FastifyRequest): string {
  const { basePath } = request.server.edge
  return basePath.isAliasRoot(request)
    ? basePath.of(request)
    : `${basePath.of(request)}/${context.config.compat_api.prefix}`
}

/** `https://books.example.org/komga`: apps compare it with what was typed. */
export function contextUrl(context: Configured, request: FastifyRequest): string {
  const { basePath } = request.server.edge
  // A port of its own is not what `server.public_url` speaks of.
  if (basePath.isAliasRoot(request)) return `${request.protocol}://${request.host}`
  return `${basePath.publicUrl(request)}/${context.config.compat_api.prefix}`
}
