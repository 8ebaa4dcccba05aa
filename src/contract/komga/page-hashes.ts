import { Binary, Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { integer, natural, SpringPage, text, UtcSeconds, v1 } from './shared-schemas.ts'

const admin = { permission: 'SystemAdmin' } as const
const Actions = Type.Enum(['DELETE_AUTO', 'DELETE_MANUAL', 'IGNORE'])
const Hash = { hash: text, size: Type.Optional(Nullable(integer)) }
const ByHash = Type.Object({ hash: text })

export const PageHashUnknownDto = Type.Object({ hash: text, size: Nullable(integer), matchCount: natural })
export const PageHashKnownDto = Type.Object({
  hash: text,
  size: Nullable(integer),
  action: Actions,
  deleteCount: natural,
  matchCount: natural,
  created: UtcSeconds,
  lastModified: UtcSeconds,
})
export const PageHashMatchDto = Type.Object({
  bookId: text,
  url: text,
  pageNumber: integer,
  fileName: text,
  fileSize: integer,
  mediaType: text,
})

/**
 * Pages that occur in many books, such as advertisements. We don't search for them, so the lists are empty.
 */
export const pageHashes = {
  known: v1.get('/page-hashes', {
    ...admin,
    summary: 'List known duplicate pages',
    response: SpringPage(PageHashKnownDto),
  }),
  unknown: v1.get('/page-hashes/unknown', {
    ...admin,
    summary: 'List unreviewed duplicate pages',
    response: SpringPage(PageHashUnknownDto),
  }),
  matches: v1.get('/page-hashes/:hash', {
    ...admin,
    summary: 'List the books that contain a page',
    params: ByHash,
    response: SpringPage(PageHashMatchDto),
  }),
  thumbnail: v1.get('/page-hashes/:hash/thumbnail', {
    ...admin,
    summary: 'Get the image of a duplicate page; always 404 here',
    params: ByHash,
    response: Binary('image/jpeg'),
  }),
  unknownThumbnail: v1.get('/page-hashes/unknown/:hash/thumbnail', {
    ...admin,
    summary: 'Get the image of a duplicate page; always 404 here',
    params: ByHash,
    response: Binary('image/jpeg'),
  }),
  decide: v1.put('/page-hashes', {
    ...admin,
    summary: 'Accept a decision about a duplicate page; has no effect here',
    body: Type.Object({ ...Hash, action: Actions }),
    status: 202,
  }),
  deleteAll: v1.post('/page-hashes/:hash/delete-all', {
    ...admin,
    summary: 'Accept a request to delete a duplicate page; has no effect here',
    params: ByHash,
    status: 202,
  }),
  deleteMatch: v1.post('/page-hashes/:hash/delete-match', {
    ...admin,
    summary: 'Accept a request to delete a duplicate page; has no effect here',
    params: ByHash,
    body: PageHashMatchDto,
    status: 202,
  }),
} as const
