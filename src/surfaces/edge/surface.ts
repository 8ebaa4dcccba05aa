import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, toProblemBody } from '../../contract/problems.ts'
import type { Viewer } from '../../store/viewer.ts'
import { isPathOrBelow } from './base-path.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** Credential → viewer. undefined: there was no credential. Throws a problem if there is an invalid one. */
export type Authenticate = (request: FastifyRequest) => Viewer | undefined | Promise<Viewer | undefined>

/** A part of the URL space with its own authentication and error format. */
export interface Surface {
  /** Everything at or below these paths belongs to this surface, even if it doesn't exist. */
  readonly roots: readonly string[]
  readonly authenticate: Authenticate
  /** undefined: not limited. */
  readonly limiter?: RateLimiter
  /** Paths that cost no token. */
  readonly exempt?: ReadonlySet<string>
  /** Bodies that aren't JSON are ignored: its devices can't do anything about an error. */
  readonly takesAnyBody?: boolean
  /** The WWW-Authenticate header of a 401. */
  readonly challenge: string
  /** Sends the error in this surface's format. Status and headers are already set. */
  present(problem: Problem, request: FastifyRequest, reply: FastifyReply): void
}

export const bearerChallenge = 'Bearer realm="Lectern"'
export const basicChallenge = 'Basic realm="Lectern", charset="UTF-8"'

/** The format of errors under /api, and outside all other surfaces. */
export function sendProblemAsJson(found: Problem, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.header('cache-control', 'no-store')
  const withReasons = request.headers['x-reasons'] === 'true'
  reply.send(JSON.stringify(toProblemBody(found, { withReasons })))
}

export function findSurface(surfaces: readonly Surface[], url: string): Surface | undefined {
  return surfaces.find(({ roots }) => roots.some((root) => isPathOrBelow(url, root)))
}
