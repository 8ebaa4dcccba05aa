import type { Static } from 'typebox'
import { GenreOrTag } from './books.ts'
import { SeriesBaseMetadata, SeriesLocks, SeriesLocksPatch, SeriesMetadataPatch } from './metadata.ts'
import { ById, del, get, patch, put, Timestamp, Uuid } from './route.ts'
import { AlternateTitle, SeriesExternalId, SeriesExternalLink, SeriesExternalRating } from './series.ts'
import Type from './typebox.ts'

/** A series' fields with everything related to it. `id` is the id of the series too. */
export const SeriesMetadataWithExternals = Type.Object(
  {
    id: Uuid,
    seriesId: Uuid,
    ...SeriesBaseMetadata.properties,
    genres: Type.Array(GenreOrTag),
    tags: Type.Array(GenreOrTag),
    alternateTitles: Type.Array(AlternateTitle),
    externalIds: Type.Array(SeriesExternalId),
    externalLinks: Type.Array(SeriesExternalLink),
    externalRatings: Type.Array(SeriesExternalRating),
  },
  { title: 'SeriesMetadata' },
)
export type SeriesMetadataWithExternals = Static<typeof SeriesMetadataWithExternals>

const tag = 'Series metadata'
const read = { permission: 'SeriesRead', tag, params: ById } as const
const write = { permission: 'SeriesWrite', tag, params: ById } as const

export const seriesMetadata = {
  rename: patch('/series/:id', {
    ...write,
    summary: 'Set and lock the title of a series',
    body: Type.Object({ title: Type.String({ minLength: 1, maxLength: 2000 }) }, { additionalProperties: false }),
    response: Type.Object({ id: Uuid, title: Type.String(), updatedAt: Timestamp }),
  }),
  read: get('/series/:id/metadata', {
    ...read,
    summary: 'Get the metadata of a series',
    response: SeriesMetadataWithExternals,
  }),
  replace: put('/series/:id/metadata', {
    ...write,
    summary: 'Replace the metadata of a series',
    description: 'Fields in the body are set and locked. All others are cleared, except the title.',
    body: SeriesMetadataPatch,
    response: SeriesMetadataWithExternals,
  }),
  change: patch('/series/:id/metadata', {
    ...write,
    summary: 'Update the metadata of a series',
    description:
      'Absent fields stay unchanged, null clears a field, and a value sets it. Fields in the body are locked. `customMetadata` is merged (RFC 7386).',
    body: SeriesMetadataPatch,
    response: SeriesMetadataWithExternals,
  }),
  reset: del('/series/:id/metadata', {
    ...write,
    summary: 'Discard all edits and locks of a series',
    description:
      'Removes genres, tags, alternate titles, external ids, links and external ratings, and resets the cover to the ' +
      'first book. Sharing tags and ratings by users stay.',
    response: SeriesMetadataWithExternals,
  }),
  locks: get('/series/:id/metadata/locks', {
    ...read,
    summary: 'Get the locked fields',
    response: SeriesLocks,
  }),
  changeLocks: put('/series/:id/metadata/locks', {
    ...write,
    summary: 'Lock or unlock fields',
    body: SeriesLocksPatch,
    response: SeriesLocks,
  }),
}
