import { opdsAuthentication } from '../../contract/opds.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import type { App } from '../edge/app.ts'
import { basicChallenge, type Surface } from '../edge/surface.ts'
import { openSurface, serve } from '../serve.ts'
import { authenticationDocument, presentOpds } from './authentication.ts'
import { mountBooks } from './books.ts'
import { openCatalogue } from './catalogue.ts'
import { mountBeginning, mountFeeds } from './feeds.ts'
import { authenticationType } from './json.ts'
import type { Root } from './root.ts'

/** Both versions of the catalogue, at every address apps know, and the way in for apps that cannot send credentials. */
export function openOpds(
  app: App,
  context: AppContext,
  authenticator: Authenticator,
  limiter: Surface['limiter'],
): void {
  const { publicUrl } = app.edge.basePath
  const surface = openSurface(app, {
    roots: ['/opds'],
    authenticate: (request) => {
      const { key } = (request.params ?? {}) as { key?: string }
      return key === undefined ? authenticator.authenticate(request) : authenticator.byKey(key, request)
    },
    limiter,
    challenge: basicChallenge,
    present: presentOpds(publicUrl),
  })
  const catalogue = openCatalogue(context)
  const roots: Root[] = [
    { path: '/opds/v1.2', as: 'atom' },
    { path: '/opds/v1', as: 'atom' },
    { path: '/opds/v2', as: 'json' },
  ]
  const withKey = roots.map(({ path, as }): Root => ({ path: path.replace('/opds', '/opds/k/:key'), as }))
  for (const root of context.config.opds.key_in_path ? [...roots, ...withKey] : roots) {
    mountFeeds(surface, context, catalogue, root)
    mountBooks(surface, context, root)
  }
  // The bare address is the 1.2 catalogue, without a redirect and without negotiation: KOReader refuses the one and
  // would lose page streaming by the other.
  mountBeginning(surface, context, catalogue, '/opds', { path: '/opds/v1.2', as: 'atom' })
  for (const route of opdsAuthentication) {
    serve(surface, route, ({ request, reply }) => {
      reply.header('content-type', authenticationType)
      return JSON.stringify(authenticationDocument(publicUrl(request)))
    })
  }
}
