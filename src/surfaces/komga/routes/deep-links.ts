import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { deepLinks } from '../../../contract/komga/deep-links.ts'
import { problem } from '../../../contract/problems.ts'
import { bytesToUuid, parseUid } from '../../../store/uid.ts'
import type { AppContext } from '../../app-context.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'

/** Apps offer to open items in a browser: our own interface shows them there. */
export function mountDeepLinks({ surface, context }: KomgaContext): void {
  for (const [route, where] of [
    [deepLinks.library, 'libraries'],
    [deepLinks.libraryTab, 'libraries'],
    [deepLinks.series, 'series'],
    [deepLinks.oneshot, 'series'],
    [deepLinks.book, 'books'],
    [deepLinks.read, 'read'],
    [deepLinks.readEpub, 'read'],
    [deepLinks.collection, 'collections'],
    [deepLinks.readList, 'read-lists'],
  ] as const) {
    serve(surface, route, ({ params, request, reply, href }) => {
      const uid = parseUid(params.id)
      const path = href(uid ? `/${where}/${bytesToUuid(uid)}` : '/')
      return reply.redirect(webOrigin(context, request) + path, 302)
    })
  }
  for (const route of [deepLinks.home, deepLinks.dashboard, deepLinks.login]) {
    serve(surface, route, ({ request, reply, href }) => reply.redirect(webOrigin(context, request) + href('/'), 302))
  }
}

/**
 * Where the web interface is, seen from a request; empty if at the same place. At its own port or host name, the
 * compatibility API has the root for itself: a path of ours would lead back to it.
 */
function webOrigin({ config }: Pick<AppContext, 'config'>, request: FastifyRequest): string {
  if (!request.server.edge.basePath.isAliasRoot(request)) return ''
  if (config.server.public_url !== null) return new URL(config.server.public_url).origin
  // Behind a proxy, only `server.public_url` tells.
  if (request.socket.localPort !== config.compat_api.port)
    throw problem('not_found', 'There is nothing at this address.')
  const listening = request.server.server.address() as AddressInfo | null
  return `${request.protocol}://${request.hostname}:${listening?.port ?? config.server.port}`
}
