import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'

type Configured = Pick<AppContext, 'config'>

/** `/komga`, with what a proxy puts in front of it. */
export function contextPath(context: Configured, request: FastifyRequest): string {
  return `${request.server.edge.basePath.of(request)}/${context.config.compat_api.prefix}`
}

/** `https://books.example.org/komga`: apps compare it with what was typed. */
export function contextUrl(context: Configured, request: FastifyRequest): string {
  return `${request.server.edge.basePath.publicUrl(request)}/${context.config.compat_api.prefix}`
}
