import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problemBody } from '../../contract/problems.ts'
import { authenticationType } from './json.ts'

/** OPDS Authentication 1.0: user name and password, or the user `api` with a key. */
export function authenticationDocument(publicUrl: string): Record<string, unknown> {
  return {
    id: `${publicUrl}/opds/authentication`,
    title: 'Lectern',
    description: 'Sign in with your username and password, or with the username api and an API key as the password.',
    authentication: [
      {
        type: 'http://opds-spec.org/auth/basic',
        labels: { login: 'Username (or api)', password: 'Password (or API key)' },
      },
    ],
    links: [{ rel: 'start', href: `${publicUrl}/opds/v2`, type: 'application/opds+json' }],
  }
}

/** Errors of the catalogue: a 401 of OPDS 2 says how to sign in, everything else is the API's own shape. */
export function presentOpds(publicUrl: (request: FastifyRequest) => string) {
  return (found: Problem, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('cache-control', 'no-store')
    if (found.status === 401 && /\/v2(?:[/?]|$)/.test(request.url)) {
      const url = publicUrl(request)
      reply.header(
        'link',
        `<${url}/opds/authentication>; rel="http://opds-spec.org/auth/document"; type="${authenticationType}"`,
      )
      reply.header('content-type', authenticationType)
      reply.send(JSON.stringify(authenticationDocument(url)))
      return
    }
    reply.header('content-type', 'application/json; charset=utf-8')
    reply.send(JSON.stringify(problemBody(found)))
  }
}
