import type { FastifyRequest } from 'fastify'
import type { House } from '../house.ts'

type Configured = Pick<House, 'config'>

/** `/komga`, with what a proxy puts in front of it. */
export function contextPath(house: Configured, request: FastifyRequest): string {
  return `${request.server.edge.basePath.of(request)}/${house.config.compat_api.prefix}`
}

/** `https://books.example.org/komga`: apps compare it with what was typed. */
export function contextUrl(house: Configured, request: FastifyRequest): string {
  return `${request.server.edge.basePath.publicUrl(request)}/${house.config.compat_api.prefix}`
}
