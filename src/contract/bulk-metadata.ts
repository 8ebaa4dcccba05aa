import type { TSchema } from 'typebox'
import { BookLocksPatch, bookMetadataPatchFields, SeriesLocksPatch, seriesMetadataPatchFields } from './metadata.ts'
import { patch, post, put, Uuid } from './route.ts'
import Type from './typebox.ts'

/** Ids that don't exist, or that the caller may not see, are silently skipped. */
const Ids = Type.Array(Uuid, { maxItems: 10_000 })
const Names = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 }))

const Updated = Type.Object(
  { updatedCount: Type.Integer({ minimum: 0 }), message: Type.String() },
  { title: 'BulkMetadataUpdate' },
)
const Reset = Type.Object({ count: Type.Integer({ minimum: 0 }), message: Type.String() }, { title: 'BulkReset' })

const { title: _bookTitle, titleSort: _bookSort, number: _number, ...fieldsOfManyBooks } = bookMetadataPatchFields
const { title: _seriesTitle, titleSort: _seriesSort, ...fieldsOfManySeries } = seriesMetadataPatchFields

const strict = { additionalProperties: false }

function bulkRoutes<
  const Resource extends 'books' | 'series',
  const Key extends 'bookIds' | 'seriesIds',
  Fields extends Record<string, TSchema>,
  Locks extends Record<string, TSchema>,
>(resource: Resource, key: Key, permission: 'BooksWrite' | 'SeriesWrite', fields: Fields, locks: Locks) {
  const ids = { [key]: Ids } as Record<Key, typeof Ids>
  const Changes = Type.Object({ ...ids, add: Names, remove: Names }, strict)
  const AddRemove = Type.Optional(Type.Object({ add: Names, remove: Names }, strict))
  const shared = { permission, tag: 'Bulk edits', response: Updated } as const
  return {
    change: patch(`/${resource}/bulk/metadata`, {
      ...shared,
      summary: `Update the same fields of many ${resource}`,
      description:
        'Absent fields stay unchanged, null clears a field, and a value sets it. Fields in the body are locked.',
      body: Type.Object({ ...ids, ...fields }, strict),
    }),
    changeAll: patch(`/${resource}/bulk/full`, {
      ...shared,
      summary: `Update fields, genres, tags and locks of many ${resource}`,
      description:
        'Combines the separate routes in one request. Each item is saved with all its changes or not at all. Fields in the ' +
        'body are locked, unless `locks` says otherwise.',
      body: Type.Object(
        { ...ids, ...fields, genres: AddRemove, tags: AddRemove, locks: Type.Optional(Type.Object(locks, strict)) },
        strict,
      ),
    }),
    changeLocks: put(`/${resource}/bulk/metadata/locks`, {
      ...shared,
      summary: `Lock or unlock fields of many ${resource}`,
      body: Type.Object({ ...ids, ...locks }, strict),
    }),
    genres: post(`/${resource}/bulk/genres`, {
      ...shared,
      summary: `Add and remove genres of many ${resource}`,
      body: Changes,
    }),
    tags: post(`/${resource}/bulk/tags`, {
      ...shared,
      summary: `Add and remove tags of many ${resource}`,
      body: Changes,
    }),
  } as const
}

export const bulkBookMetadata = bulkRoutes(
  'books',
  'bookIds',
  'BooksWrite',
  fieldsOfManyBooks,
  BookLocksPatch.properties,
)

export const bulkSeriesMetadata = {
  ...bulkRoutes('series', 'seriesIds', 'SeriesWrite', fieldsOfManySeries, SeriesLocksPatch.properties),
  reset: post('/series/bulk/metadata/reset', {
    permission: 'SeriesWrite',
    tag: 'Bulk edits',
    summary: 'Discard all edits and locks of many series',
    body: Type.Object({ seriesIds: Ids }, strict),
    response: Reset,
  }),
}
