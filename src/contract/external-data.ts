import type { Static } from 'typebox'
import { ById, del, get, Nullable, post, Timestamp, Uuid } from './route.ts'
import { SeriesExternalId, SeriesExternalLink, SeriesExternalRating } from './series.ts'
import Type from './typebox.ts'

const dated = { id: Uuid, bookId: Uuid, createdAt: Timestamp, updatedAt: Timestamp }

export const BookExternalId = Type.Object(
  { ...dated, source: Type.String(), externalId: Type.String(), externalUrl: Nullable(Type.String()) },
  { title: 'BookExternalId' },
)
export type BookExternalId = Static<typeof BookExternalId>
export const BookExternalLink = Type.Object(
  { ...dated, sourceName: Type.String(), url: Type.String(), externalId: Nullable(Type.String()) },
  { title: 'BookExternalLink' },
)
export type BookExternalLink = Static<typeof BookExternalLink>

const Source = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['anilist', 'comicvine'] })
const Url = Type.String({
  format: 'uri',
  examples: ['https://example.org/series/7'],
  pattern: '^[hH][tT][tT][pP][sS]?://',
  'x-words': 'must begin with http:// or https://',
  maxLength: 4000,
})
const Id = Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' })

const IdToKeep = Type.Object({ source: Source, externalId: Id, externalUrl: Type.Optional(Nullable(Url)) })
export const ExternalLinkInput = Type.Object({ sourceName: Source, url: Url, externalId: Type.Optional(Nullable(Id)) })
const RatingToKeep = Type.Object({
  sourceName: Source,
  rating: Type.Number({ minimum: 0, maximum: 100 }),
  voteCount: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
})
const OneId = Type.Object({ id: Uuid, externalIdId: Uuid })
const OneSource = Type.Object({ id: Uuid, source: Type.String() })

const ofBooks = { tag: 'Book metadata' } as const
const ofSeries = { tag: 'Series metadata' } as const

/** One entry per source: sending another one for the same source replaces it. */
export const bookExternalData = {
  ids: get('/books/:id/external-ids', {
    ...ofBooks,
    permission: 'BooksRead',
    summary: 'List the external ids of a book',
    params: ById,
    response: Type.Object({ externalIds: Type.Array(BookExternalId) }),
  }),
  keepId: post('/books/:id/external-ids', {
    ...ofBooks,
    permission: 'BooksWrite',
    summary: 'Set an external id of a book',
    params: ById,
    body: IdToKeep,
    response: BookExternalId,
  }),
  removeId: del('/books/:id/external-ids/:externalIdId', {
    ...ofBooks,
    permission: 'BooksWrite',
    summary: 'Delete an external id',
    params: OneId,
  }),
  links: get('/books/:id/external-links', {
    ...ofBooks,
    permission: 'BooksRead',
    summary: 'List the links of a book',
    params: ById,
    response: Type.Object({ links: Type.Array(BookExternalLink) }),
  }),
  keepLink: post('/books/:id/external-links', {
    ...ofBooks,
    permission: 'BooksWrite',
    summary: 'Set a link of a book',
    params: ById,
    body: ExternalLinkInput,
    response: BookExternalLink,
  }),
  removeLink: del('/books/:id/external-links/:source', {
    ...ofBooks,
    permission: 'BooksWrite',
    summary: 'Delete a link',
    params: OneSource,
  }),
}

export const seriesExternalData = {
  ids: get('/series/:id/external-ids', {
    ...ofSeries,
    permission: 'SeriesRead',
    summary: 'List the external ids of a series',
    params: ById,
    response: Type.Object({ externalIds: Type.Array(SeriesExternalId) }),
  }),
  keepId: post('/series/:id/external-ids', {
    ...ofSeries,
    permission: 'SeriesWrite',
    summary: 'Set an external id of a series',
    params: ById,
    body: IdToKeep,
    response: SeriesExternalId,
  }),
  removeId: del('/series/:id/external-ids/:externalIdId', {
    ...ofSeries,
    permission: 'SeriesWrite',
    summary: 'Delete an external id',
    params: OneId,
  }),
  links: get('/series/:id/external-links', {
    ...ofSeries,
    permission: 'SeriesRead',
    summary: 'List the links of a series',
    params: ById,
    response: Type.Object({ links: Type.Array(SeriesExternalLink) }),
  }),
  keepLink: post('/series/:id/external-links', {
    ...ofSeries,
    permission: 'SeriesWrite',
    summary: 'Set a link of a series',
    params: ById,
    body: ExternalLinkInput,
    response: SeriesExternalLink,
  }),
  removeLink: del('/series/:id/external-links/:source', {
    ...ofSeries,
    permission: 'SeriesWrite',
    summary: 'Delete a link',
    params: OneSource,
  }),
  ratings: get('/series/:id/external-ratings', {
    ...ofSeries,
    permission: 'SeriesRead',
    summary: 'List the external ratings of a series',
    params: ById,
    response: Type.Object({ ratings: Type.Array(SeriesExternalRating) }),
  }),
  keepRating: post('/series/:id/external-ratings', {
    ...ofSeries,
    permission: 'SeriesWrite',
    summary: 'Set an external rating of a series',
    params: ById,
    body: RatingToKeep,
    response: SeriesExternalRating,
  }),
  removeRating: del('/series/:id/external-ratings/:source', {
    ...ofSeries,
    permission: 'SeriesWrite',
    summary: 'Delete an external rating',
    params: OneSource,
  }),
}
