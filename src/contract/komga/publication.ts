import type { Static, TSchema } from 'typebox'
import { divinaType, positionsType, progressionType, webpubType } from '../readium-media-types.ts'
import { Binary } from '../route.ts'
import Type from '../typebox.ts'
import { ById, integer, text, UtcSeconds, v1 } from './shared-schemas.ts'

// These answers have media types of their own, so the routes call them bytes; tests hold them against these schemas.

const names = Type.Optional(Type.Array(text))

export const PublicationLink: TSchema = Type.Cyclic(
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
export interface PublicationLink {
  title?: string
  rel?: string
  href?: string
  type?: string
  templated?: boolean
  width?: number
  height?: number
  alternate?: PublicationLink[]
  children?: PublicationLink[]
  properties?: Record<string, unknown>
}

export const PublicationMetadata = Type.Object({
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
        Type.Object({ name: text, position: Type.Optional(Type.Number()), links: Type.Array(PublicationLink) }),
      ),
    }),
  ),
  rendition: Type.Optional(Type.Object({ layout: Type.Enum(['fixed', 'reflowable']) })),
})
export type PublicationMetadata = Omit<Static<typeof PublicationMetadata>, 'belongsTo'> & {
  belongsTo?: { series: { name: string; position?: number; links: PublicationLink[] }[] }
}

const links = Type.Array(PublicationLink)
export const PublicationDto = Type.Object({
  context: text,
  metadata: PublicationMetadata,
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
  metadata: PublicationMetadata
  links: PublicationLink[]
  images: PublicationLink[]
  readingOrder: PublicationLink[]
  resources: PublicationLink[]
  toc: PublicationLink[]
  landmarks: PublicationLink[]
  pageList: PublicationLink[]
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

/** As apps send it: the parts of the locator may be anything, and are looked at one by one. */
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
    params: ById,
    response: Binary(webpubType, divinaType),
  })

export const publication = {
  manifest: manifest('/books/:id/manifest'),
  manifestEpub: manifest('/books/:id/manifest/epub'),
  manifestPdf: manifest('/books/:id/manifest/pdf'),
  manifestDivina: manifest('/books/:id/manifest/divina'),
  positions: v1.get('/books/:id/positions', {
    permission,
    summary: 'List the positions of an EPUB',
    params: ById,
    response: Binary(positionsType),
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
    params: ById,
    response: Binary(progressionType),
  }),
  saveProgression: v1.put('/books/:id/progression', {
    permission: writing,
    summary: 'Save your exact position; 409 if a newer one is stored',
    params: ById,
    body: ProgressionInput,
  }),
} as const
