import { epub } from '../../contract/epub.ts'
import { webpubMediaType } from '../../contract/readium-media-types.ts'
import { readPublicationStructure } from '../../store/page/read-pages.ts'
import type { AppContext } from '../app-context.ts'
import { buildEpubManifest, deliverEpubResource } from '../deliver/epub-contents.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readServedBookFile } from './read-book.ts'

export function mountEpub(api: OpenSurface, context: AppContext): void {
  const { db } = context

  serve(api, epub.manifest, async ({ params, viewer, href }) => {
    const file = await readServedBookFile(db, viewer, params.id)
    const at = href(`/api/v1/books/${params.id}`)
    const links = [
      { rel: 'self', href: `${at}/manifest`, type: webpubMediaType },
      {
        rel: 'http://readium.org/position-list',
        href: `${at}/positions`,
        type: 'application/vnd.readium.position-list+json',
      },
      { rel: 'search', href: `${at}/search{?q}`, type: 'application/json', templated: true },
    ]
    return { ...(await buildEpubManifest(context, file, { resourcesAt: `${at}/resources`, links })) }
  })

  serve(api, epub.positions, async ({ params, viewer }) => {
    const file = await readServedBookFile(db, viewer, params.id)
    const positions = (await readPublicationStructure(db, file))?.positions ?? []
    const presented = positions.map(({ href, mediaType, position, progression, totalProgression }) => ({
      href,
      type: mediaType,
      locations: { position, progression, totalProgression },
    }))
    return { total: presented.length, positions: presented }
  })

  serve(api, epub.resource, async ({ params, viewer, request, reply }) => {
    const file = await readServedBookFile(db, viewer, params.id)
    const asPage = /[?&]page(?:=|&|$)/.test(request.url)
    return deliverEpubResource(context, { request, reply }, file, params['*'], { asPage })
  })
}
