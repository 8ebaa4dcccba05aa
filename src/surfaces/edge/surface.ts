import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, toProblemBody } from '../../contract/problems.ts'
import type { Viewer } from '../../store/viewer.ts'
import { isPathOrBelow } from './base-path.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** A credential → who asks. undefined: none was given. Throws a problem when one was given and is not good. */
export type Authenticate = (request: FastifyRequest) => Viewer | undefined | Promise<Viewer | undefined>

/** Part of the address space with its own way of naming people and telling errors. */
export interface Surface {
  /** Everything at or below these paths is this surface's, also what does not exist there. */
  readonly roots: readonly string[]
  readonly authenticate: Authenticate
  /** undefined: not limited. */
  readonly limiter?: RateLimiter
  /** Paths that cost no token. */
  readonly exempt?: ReadonlySet<string>
  /** Bodies that are no JSON count as none: its devices can't do anything about an error. */
  readonly takesAnyBody?: boolean
  /** The WWW-Authenticate of a 401. */
  readonly challenge: string
  /** Sends the error in this surface's shape. Status and headers are already set. */
  present(problem: Problem, request: FastifyRequest, reply: FastifyReply): void
}

export const bearerChallenge = 'Bearer realm="Lectern"'
export const basicChallenge = 'Basic realm="Lectern", charset="UTF-8"'

/** The shape of errors under /api, and wherever no other surface is at home. */
export function sendProblemAsJson(found: Problem, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.header('cache-control', 'no-store')
  const withReasons = request.headers['x-reasons'] === 'true'
  reply.send(JSON.stringify(toProblemBody(found, { withReasons })))
}

export function findSurface(surfaces: readonly Surface[], url: string): Surface | undefined {
  return surfaces.find(({ roots }) => roots.some((root) => isPathOrBelow(url, root)))
}
