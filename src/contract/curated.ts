import Type, { type Static } from 'typebox'
import { Nullable, Timestamp, Uuid } from './route.ts'

/** What hangs on a book or series besides its own fields. */

const dated = { createdAt: Timestamp, updatedAt: Timestamp }
const seriesCount = Type.Optional(
  Type.Integer({ minimum: 0, description: 'In lists of all: how many series have it.' }),
)

export const Genre = Type.Object(
  { id: Uuid, name: Type.String(), seriesCount, createdAt: Timestamp },
  { title: 'Genre' },
)
export type Genre = Static<typeof Genre>

export const Tag = Type.Object({ id: Uuid, name: Type.String(), seriesCount, createdAt: Timestamp }, { title: 'Tag' })
export type Tag = Static<typeof Tag>

export const AlternateTitle = Type.Object(
  { id: Uuid, seriesId: Uuid, label: Type.String(), title: Type.String(), ...dated },
  { title: 'AlternateTitle' },
)
export type AlternateTitle = Static<typeof AlternateTitle>

const externalId = {
  id: Uuid,
  source: Type.String(),
  externalId: Type.String(),
  externalUrl: Nullable(Type.String()),
  ...dated,
}
const externalLink = {
  id: Uuid,
  sourceName: Type.String(),
  url: Type.String(),
  externalId: Nullable(Type.String()),
  ...dated,
}

export const SeriesExternalId = Type.Object({ seriesId: Uuid, ...externalId }, { title: 'SeriesExternalId' })
export type SeriesExternalId = Static<typeof SeriesExternalId>
export const BookExternalId = Type.Object({ bookId: Uuid, ...externalId }, { title: 'BookExternalId' })
export type BookExternalId = Static<typeof BookExternalId>

export const SeriesExternalLink = Type.Object({ seriesId: Uuid, ...externalLink }, { title: 'SeriesExternalLink' })
export type SeriesExternalLink = Static<typeof SeriesExternalLink>
export const BookExternalLink = Type.Object({ bookId: Uuid, ...externalLink }, { title: 'BookExternalLink' })
export type BookExternalLink = Static<typeof BookExternalLink>

export const ExternalRating = Type.Object(
  {
    id: Uuid,
    seriesId: Uuid,
    sourceName: Type.String(),
    rating: Type.Number({ description: 'Of 100.' }),
    voteCount: Nullable(Type.Integer()),
    fetchedAt: Timestamp,
    ...dated,
  },
  { title: 'ExternalRating' },
)
export type ExternalRating = Static<typeof ExternalRating>
