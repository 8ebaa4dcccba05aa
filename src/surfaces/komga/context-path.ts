import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'

type Configured = Pick<AppContext, 'config'>

/** A proxy's prefix and `/komga`; only the prefix on a separate port. */
export function contextPath(context: Configured, request: FastifyRequest): string {
  const { basePath } = request.server.edge
  return basePath.isAliasRoot(request)
    ? basePath.of(request)
    : `${basePath.of(request)}/${context.config.compat_api.prefix}`
}

/** `https://books.example.org/komga`: apps compare it with the typed URL. */
export function contextUrl(context: Configured, request: FastifyRequest): string {
  const { basePath } = request.server.edge
  // `server.public_url` doesn't apply to a separate port.
  if (basePath.isAliasRoot(request)) return `${request.protocol}://${request.host}`
  return `${basePath.publicUrl(request)}/${context.config.compat_api.prefix}`
}
