import type { FastifyReply } from 'fastify'
import { type PublicationDto, type PublicationLinkDto, publication } from '../../../contract/komga/publication.ts'
import { problem } from '../../../contract/problems.ts'
import {
  divinaMediaType,
  opdsPublicationMediaType,
  positionsMediaType,
  webpubMediaType,
} from '../../../contract/readium-media-types.ts'
import type { WebpubLink } from '../../../formats/epub/webpub.ts'
import { withoutUndefined } from '../../../formats/values/without-undefined.ts'
import type { FullBookView } from '../../../store/book/view.ts'
import { readPages, readPublicationStructure } from '../../../store/page/read-pages.ts'
import type { ServedBookFile } from '../../../store/page/served-book-file.ts'
import { buildEpubManifest, deliverEpubResource } from '../../deliver/epub-contents.ts'
import { serve } from '../../serve.ts'
import { contextUrl } from '../context-path.ts'
import type { KomgaContext } from '../komga-context.ts'
import { komgaIdOf } from '../present/format-values.ts'
import { makePublicationSkeleton, type PublicationProfile } from '../present/publication.ts'
import { notFoundProblem, readFullBookView, readStoredFile } from '../read-by-komga-id.ts'

/** Books as Readium publications: their manifests and resources. */
export function mountPublication({ surface, context }: KomgaContext): void {
  const { db } = context

  for (const [route, wanted] of [
    [publication.manifest, undefined],
    [publication.manifestEpub, 'epub'],
    [publication.manifestPdf, 'pdf'],
    [publication.manifestDivina, 'divina'],
  ] as const) {
    serve(surface, route, async ({ params, viewer, request, reply }) => {
      const file = await readStoredFile(db, viewer, params.id)
      const at = `${contextUrl(context, request)}/api/v1`
      const made = await makeManifest(
        file,
        await readFullBookView(db, viewer, params.id),
        wanted ?? profileOf(file),
        at,
      )
      const isOpds = /\/opds\/v2\//.test(request.originalUrl)
      return jsonBytesWithType(reply, isOpds ? opdsPublicationMediaType : made.type, made.manifest)
    })
  }

  serve(surface, publication.positions, async ({ params, viewer, reply }) => {
    const file = await readStoredFile(db, viewer, params.id)
    if (file.format !== 'epub') throw notFoundProblem('EPUB')
    const positions = (await readPublicationStructure(db, file))?.positions ?? []
    const total = positions.length
    const presented = positions.map(({ href, mediaType, position, progression }) => ({
      href,
      type: mediaType,
      locations: { progression, position, totalProgression: position / total },
    }))
    return jsonBytesWithType(reply, positionsMediaType, { total, positions: presented })
  })

  serve(surface, publication.resource, async ({ params, viewer, request, reply }) => {
    const file = await readStoredFile(db, viewer, params.id)
    const asPage = /[?&]page(?:=|&|$)/.test(request.url)
    return deliverEpubResource(context, { request, reply }, file, params['*'], { asPage })
  })

  async function makeManifest(
    file: ServedBookFile,
    book: FullBookView,
    profile: PublicationProfile,
    at: string,
  ): Promise<{ type: string; manifest: PublicationDto }> {
    if (profile === 'epub') return { type: webpubMediaType, manifest: await ofEpub(file, book, at) }
    if (profile === 'pdf' && file.format !== 'pdf') throw notFoundProblem('PDF')
    const type = profile === 'pdf' ? webpubMediaType : divinaMediaType
    const pages = await readPages(db, file)
    if (pages.length === 0) throw problem('not_found', 'This book has no pages.')
    const here = `${at}/books/${komgaIdOf(book.uid)}`
    const readingOrder = pages.map(({ mediaType, width, height }, index): PublicationLinkDto => {
      const size = width && height ? { width: Math.round(width), height: Math.round(height) } : {}
      if (profile === 'pdf') return { href: `${here}/pages/${index + 1}/raw`, type: 'image/jpeg', ...size }
      const shown = file.format === 'pdf' ? 'image/jpeg' : mediaType
      const href = `${here}/pages/${index + 1}?contentNegotiation=false`
      const jpeg = { href: `${href}&convert=jpeg`, type: 'image/jpeg' }
      return { href, type: shown, ...size, ...(!EVERYWHERE.has(shown) && { alternate: [jpeg] }) }
    })
    return { type, manifest: { ...makePublicationSkeleton(book, profile, { at, type }), readingOrder } }
  }

  /** Every URL starts with the typed one: Komelia refuses others. */
  async function ofEpub(file: ServedBookFile, book: FullBookView, at: string): Promise<PublicationDto> {
    if (file.format !== 'epub') throw notFoundProblem('EPUB')
    const resourcesAt = `${at}/books/${komgaIdOf(book.uid)}/resource`
    const made = await buildEpubManifest(context, file, { resourcesAt, links: [] })
    const layout = made.metadata.layout === 'fixed' ? 'fixed' : 'reflowable'
    return {
      ...makePublicationSkeleton(book, 'epub', { at, type: webpubMediaType, layout }),
      readingOrder: made.readingOrder.map(asKomga),
      resources: made.resources.map(asKomga),
      toc: made.toc.map(asKomga),
    }
  }
}

/** Formats that every reader supports. */
const EVERYWHERE: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif'])

const profileOf = ({ format }: ServedBookFile): PublicationProfile =>
  format === 'epub' || format === 'pdf' ? format : 'divina'

function asKomga({ href, type, title, rel, templated, width, height, children }: WebpubLink): PublicationLinkDto {
  const link: PublicationLinkDto = {
    title,
    rel: [rel].flat()[0],
    href,
    type,
    templated,
    width,
    height,
    children: children?.map(asKomga),
  }
  return withoutUndefined(link)
}

/** As bytes: to text the framework would add its charset, and apps compare the whole type. */
export function jsonBytesWithType(reply: FastifyReply, type: string, value: unknown): Uint8Array {
  reply.header('content-type', type).header('cache-control', 'max-age=0, must-revalidate, private')
  return Buffer.from(JSON.stringify(value))
}
