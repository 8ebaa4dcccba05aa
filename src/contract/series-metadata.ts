import type { Static } from 'typebox'
import { Named } from './books.ts'
import { SeriesFullMetadata, SeriesLocks, SeriesLocksPatch, SeriesMetadataPatch } from './metadata.ts'
import { ById, del, get, patch, put, Timestamp, Uuid } from './route.ts'
import { AlternateTitle, SeriesExternalId, SeriesExternalLink, SeriesExternalRating } from './series.ts'
import Type from './type.ts'

/** A series' fields with everything that hangs on it. `id` is the series' as well. */
export const SeriesMetadata = Type.Object(
  {
    id: Uuid,
    seriesId: Uuid,
    ...SeriesFullMetadata.properties,
    genres: Type.Array(Named),
    tags: Type.Array(Named),
    alternateTitles: Type.Array(AlternateTitle),
    externalIds: Type.Array(SeriesExternalId),
    externalLinks: Type.Array(SeriesExternalLink),
    externalRatings: Type.Array(SeriesExternalRating),
  },
  { title: 'SeriesMetadata' },
)
export type SeriesMetadata = Static<typeof SeriesMetadata>

const tag = 'Series metadata'
const read = { permission: 'SeriesRead', tag, params: ById } as const
const write = { permission: 'SeriesWrite', tag, params: ById } as const

export const seriesMetadata = {
  rename: patch('/series/:id', {
    ...write,
    summary: 'Change the title of a series; it is locked',
    body: Type.Object({ title: Type.String({ minLength: 1, maxLength: 2000 }) }, { additionalProperties: false }),
    response: Type.Object({ id: Uuid, title: Type.String(), updatedAt: Timestamp }),
  }),
  read: get('/series/:id/metadata', { ...read, summary: 'What is known of a series', response: SeriesMetadata }),
  replace: put('/series/:id/metadata', {
    ...write,
    summary: 'Replace what is known of a series',
    description: 'What is given is set and locked. What is not given is cleared, except the title, which stays.',
    body: SeriesMetadataPatch,
    response: SeriesMetadata,
  }),
  change: patch('/series/:id/metadata', {
    ...write,
    summary: 'Change what is known of a series',
    description:
      'Absent keeps, null clears, a value sets; what is given is locked. `customMetadata` is merged (RFC 7386).',
    body: SeriesMetadataPatch,
    response: SeriesMetadata,
  }),
  reset: del('/series/:id/metadata', {
    ...write,
    summary: 'Take back every edit and lock: the series is again what its folder and books say',
    description:
      'Genres, tags, alternate titles, external ids, links and ratings go, and the cover is that of the first book. ' +
      'Sharing tags and people’s own ratings stay.',
    response: SeriesMetadata,
  }),
  locks: get('/series/:id/metadata/locks', {
    ...read,
    summary: 'Which fields no scan and no plugin may change',
    response: SeriesLocks,
  }),
  changeLocks: put('/series/:id/metadata/locks', {
    ...write,
    summary: 'Lock or unlock fields; those not named stay as they are',
    body: SeriesLocksPatch,
    response: SeriesLocks,
  }),
}
