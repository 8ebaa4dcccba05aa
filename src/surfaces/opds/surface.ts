import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiKeyPrefix } from '../../contract/api-keys.ts'
import { kavitaOpdsRoot, opdsAuthentication } from '../../contract/opds.ts'
import { type Problem, problem, toProblemBody } from '../../contract/problems.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import type { App } from '../edge/app.ts'
import { basicChallenge, type Surface } from '../edge/surface.ts'
import { openSurface, serve } from '../serve.ts'
import { mountBookResources } from './book-resources.ts'
import { mountFeeds, mountKavitaFeeds, mountStartFeed } from './mount-feeds.ts'
import type { OpdsEndpoint } from './opds-url-builder.ts'
import { opdsAuthenticationMediaType } from './render-opds-json.ts'

/** Both versions of the catalogue, at every path apps know, and access for apps that can't send credentials. */
export function openOpds(
  app: App,
  context: AppContext,
  authenticator: Authenticator,
  limiter: Surface['limiter'],
): void {
  const { publicUrl } = app.edge.basePath
  const surface = openSurface(app, {
    roots: ['/opds', kavitaOpdsRoot],
    authenticate: (request) => {
      const { key } = (request.params ?? {}) as { key?: string }
      if (key === undefined) return authenticator.authenticate(request)
      // Kavita's URLs are for keys imported from there; ours are allowed in URLs only if configured.
      const isOurs = key.startsWith(`${apiKeyPrefix}_`)
      if (isOurs && !context.config.opds.key_in_path)
        throw problem('unauthorized', 'API keys in addresses are turned off.')
      return authenticator.byKey(key, request)
    },
    limiter,
    challenge: basicChallenge,
    present: presentOpds(publicUrl),
  })
  const roots: OpdsEndpoint[] = [
    { path: '/opds/v1.2', as: 'atom' },
    { path: '/opds/v1', as: 'atom' },
    { path: '/opds/v2', as: 'json' },
  ]
  const withKey = roots.map(({ path, as }): OpdsEndpoint => ({ path: path.replace('/opds', '/opds/k/:key'), as }))
  const asKavita: OpdsEndpoint = { path: `${kavitaOpdsRoot}/:key`, as: 'atom' }
  for (const root of [...roots, ...(context.config.opds.key_in_path ? withKey : []), asKavita]) {
    mountFeeds(surface, context, root)
    mountBookResources(surface, context, root)
  }
  mountKavitaFeeds(surface, context, asKavita)
  // The bare path is the 1.2 catalogue, without a redirect and without negotiation: KOReader refuses the former and
  // would lose page streaming with the latter.
  mountStartFeed(surface, context, '/opds', { path: '/opds/v1.2', as: 'atom' })
  for (const route of opdsAuthentication) {
    serve(surface, route, ({ request, reply }) => {
      reply.header('content-type', opdsAuthenticationMediaType)
      return JSON.stringify(authenticationDocument(publicUrl(request)))
    })
  }
}

/** OPDS Authentication 1.0: user name and password, or the user `api` with a key. */
function authenticationDocument(publicUrl: string): Record<string, unknown> {
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

/** Errors of the catalogue: a 401 of OPDS 2 describes how to sign in, everything else has the API's format. */
function presentOpds(publicUrl: (request: FastifyRequest) => string) {
  return (found: Problem, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('cache-control', 'no-store')
    if (found.status === 401 && /\/v2(?:[/?]|$)/.test(request.url)) {
      const url = publicUrl(request)
      reply.header(
        'link',
        `<${url}/opds/authentication>; rel="http://opds-spec.org/auth/document"; type="${opdsAuthenticationMediaType}"`,
      )
      reply.header('content-type', opdsAuthenticationMediaType)
      reply.send(JSON.stringify(authenticationDocument(url)))
      return
    }
    reply.header('content-type', 'application/json; charset=utf-8')
    reply.send(JSON.stringify(toProblemBody(found)))
  }
}
