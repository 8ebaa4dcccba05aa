import type { Static, TSchema } from 'typebox'
import {
  divinaMediaType,
  opdsPublicationMediaType,
  positionsMediaType,
  progressionMediaType,
  webpubMediaType,
} from '../readium-media-types.ts'
import { Binary } from '../route.ts'
import Type from '../typebox.ts'
import { ByKomgaId, integer, text, UtcSeconds, v1 } from './shared-schemas.ts'

// These responses have their own media types, so the routes declare them as bytes; tests check them against these
// schemas.

const names = Type.Optional(Type.Array(text))

export const PublicationLinkDto: TSchema = Type.Cyclic(
  {
    Link: Type.Object({
      title: Type.Optional(text),
      rel: Type.Optional(text),
      href: Type.Optional(text),
      type: Type.Optional(text),
      templated: Type.Optional(Type.Boolean()),
      width: Type.Optional(integer),
      height: Type.Optional(integer),
      alternate: Type.Optional(Type.Array(Type.Ref('Link'))),
      children: Type.Optional(Type.Array(Type.Ref('Link'))),
      properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  },
  'Link',
)
export interface PublicationLinkDto {
  title?: string
  rel?: string
  href?: string
  type?: string
  templated?: boolean
  width?: number
  height?: number
  alternate?: PublicationLinkDto[]
  children?: PublicationLinkDto[]
  properties?: Record<string, unknown>
}

export const PublicationMetadataDto = Type.Object({
  title: text,
  identifier: Type.Optional(text),
  conformsTo: Type.Optional(text),
  modified: Type.Optional(UtcSeconds),
  published: Type.Optional(text),
  language: Type.Optional(text),
  author: names,
  translator: names,
  editor: names,
  artist: names,
  illustrator: names,
  letterer: names,
  penciler: names,
  colorist: names,
  inker: names,
  contributor: names,
  publisher: names,
  subject: names,
  readingProgression: Type.Optional(Type.Enum(['rtl', 'ltr', 'ttb', 'btt', 'auto'])),
  description: Type.Optional(text),
  numberOfPages: Type.Optional(integer),
  belongsTo: Type.Optional(
    Type.Object({
      series: Type.Array(
        Type.Object({ name: text, position: Type.Optional(Type.Number()), links: Type.Array(PublicationLinkDto) }),
      ),
    }),
  ),
  rendition: Type.Optional(Type.Object({ layout: Type.Enum(['fixed', 'reflowable']) })),
})
export type PublicationMetadataDto = Omit<Static<typeof PublicationMetadataDto>, 'belongsTo'> & {
  belongsTo?: { series: { name: string; position?: number; links: PublicationLinkDto[] }[] }
}

const links = Type.Array(PublicationLinkDto)
export const PublicationDto = Type.Object({
  context: text,
  metadata: PublicationMetadataDto,
  links,
  images: links,
  readingOrder: links,
  resources: links,
  toc: links,
  landmarks: links,
  pageList: links,
})
export interface PublicationDto {
  context: string
  metadata: PublicationMetadataDto
  links: PublicationLinkDto[]
  images: PublicationLinkDto[]
  readingOrder: PublicationLinkDto[]
  resources: PublicationLinkDto[]
  toc: PublicationLinkDto[]
  landmarks: PublicationLinkDto[]
  pageList: PublicationLinkDto[]
}

const locations = {
  fragments: Type.Optional(Type.Array(text)),
  progression: Type.Optional(Type.Number()),
  position: Type.Optional(integer),
  totalProgression: Type.Optional(Type.Number()),
}
export const LocatorDto = Type.Object({
  href: text,
  type: text,
  title: Type.Optional(text),
  locations: Type.Optional(Type.Object(locations)),
  text: Type.Optional(Type.Unknown()),
  koboSpan: Type.Optional(text),
})
export const ProgressionDto = Type.Object({
  modified: UtcSeconds,
  device: Type.Object({ id: text, name: text }),
  locator: LocatorDto,
})
export const PositionsDto = Type.Object({ total: integer, positions: Type.Array(LocatorDto) })

/** As apps send it: the parts of the locator may be anything, and are checked one by one. */
const ProgressionInput = Type.Object({
  modified: Type.String({ format: 'date-time' }),
  device: Type.Object({ id: Type.String({ maxLength: 500 }), name: Type.String({ maxLength: 500 }) }),
  locator: Type.Record(Type.String(), Type.Unknown()),
})

const reading = { anyOf: ['ProgressRead', 'BooksRead'] } as const
const writing = { anyOf: ['ProgressWrite', 'BooksWrite'] } as const
const permission = 'PagesRead'
const manifest = <const Path extends string>(path: Path) =>
  v1.get(path, {
    permission,
    summary: 'Get the Readium manifest of a book',
    params: ByKomgaId,
    response: Binary(webpubMediaType, divinaMediaType, opdsPublicationMediaType),
  })

export const publication = {
  manifest: manifest('/books/:id/manifest'),
  manifestEpub: manifest('/books/:id/manifest/epub'),
  manifestPdf: manifest('/books/:id/manifest/pdf'),
  manifestDivina: manifest('/books/:id/manifest/divina'),
  positions: v1.get('/books/:id/positions', {
    permission,
    summary: 'List the positions of an EPUB',
    params: ByKomgaId,
    response: Binary(positionsMediaType),
  }),
  resource: v1.get('/books/:id/resource/*', {
    permission,
    summary: 'Get a resource of an EPUB',
    params: Type.Object({ id: text, '*': text }),
    response: Binary('application/xhtml+xml', 'text/css', 'image/jpeg'),
  }),
  progression: v1.get('/books/:id/progression', {
    permission: reading,
    summary: 'Get your exact position; 204 if you have not started',
    params: ByKomgaId,
    response: Binary(progressionMediaType),
  }),
  saveProgression: v1.put('/books/:id/progression', {
    permission: writing,
    summary: 'Save your exact position; 409 if a newer one is stored',
    params: ByKomgaId,
    body: ProgressionInput,
  }),
} as const
