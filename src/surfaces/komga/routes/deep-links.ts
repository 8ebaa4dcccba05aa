import { deepLinks } from '../../../contract/komga/deep-links.ts'
import { bytesToUuid, parseUid } from '../../../store/uid.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'

/** Apps offer to open items in a browser: our own interface shows them there. */
export function mountDeepLinks({ surface }: KomgaContext): void {
  for (const [route, where] of [
    [deepLinks.library, 'libraries'],
    [deepLinks.series, 'series'],
    [deepLinks.oneshot, 'series'],
    [deepLinks.book, 'books'],
    [deepLinks.read, 'read'],
    [deepLinks.readEpub, 'read'],
    [deepLinks.collection, 'collections'],
    [deepLinks.readList, 'read-lists'],
  ] as const) {
    serve(surface, route, ({ params, reply, href }) => {
      const uid = parseUid(params.id)
      return reply.redirect(href(uid ? `/${where}/${bytesToUuid(uid)}` : '/'), 302)
    })
  }
  serve(surface, deepLinks.home, ({ reply, href }) => reply.redirect(href('/'), 302))
}
