import type { Static, TSchema } from 'typebox'
import { Binary, Multipart, Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { ByKomgaId, Day, flag, KomgaId, SpringPage, text, UtcSeconds, v1 } from './shared-schemas.ts'

const common = {
  id: KomgaId,
  name: text,
  ordered: flag,
  createdDate: UtcSeconds,
  lastModifiedDate: UtcSeconds,
  filtered: flag,
}

export const CollectionDto = Type.Object({ ...common, seriesIds: Type.Array(KomgaId) })
export type CollectionDto = Static<typeof CollectionDto>

export const ReadListDto = Type.Object({ ...common, summary: text, bookIds: Type.Array(KomgaId) })
export type ReadListDto = Static<typeof ReadListDto>

const Name = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })
const Ids = Type.Array(text, { maxItems: 20_000 })

/** The routes that collections and read lists share. */
function listRoutes<const Resource extends 'collections' | 'readlists', ListDto extends TSchema>(
  resource: Resource,
  permission: 'SeriesRead' | 'BooksRead',
  listDto: ListDto,
) {
  const [one, many] = resource === 'collections' ? ['a collection', 'collections'] : ['a read list', 'read lists']
  return {
    list: v1.get(`/${resource}`, { permission, summary: `List ${many}`, response: SpringPage(listDto) }),
    read: v1.get(`/${resource}/:id`, { permission, summary: `Get ${one}`, params: ByKomgaId, response: listDto }),
    remove: v1.del(`/${resource}/:id`, {
      audit: 'list_deleted',
      permission,
      summary: `Delete ${one}`,
      params: ByKomgaId,
    }),
    thumbnail: v1.get(`/${resource}/:id/thumbnail`, {
      permission,
      summary: `Get the cover of ${one}: the selected one, or a collage of its first members`,
      params: ByKomgaId,
      response: Binary('image/jpeg'),
    }),
  } as const
}

export const collections = {
  ...listRoutes('collections', 'SeriesRead', CollectionDto),
  create: v1.post('/collections', {
    permission: 'SeriesRead',
    summary: 'Create a collection; sharing it needs the permission to edit series',
    body: Type.Object({ name: Name, ordered: Type.Optional(flag), seriesIds: Ids }),
    response: CollectionDto,
    status: 200,
  }),
  change: v1.patch('/collections/:id', {
    permission: 'SeriesRead',
    summary: 'Update a collection',
    params: ByKomgaId,
    body: Type.Object({
      name: Type.Optional(Nullable(Name)),
      ordered: Type.Optional(Nullable(flag)),
      seriesIds: Type.Optional(Nullable(Ids)),
    }),
  }),
} as const

export const readLists = {
  ...listRoutes('readlists', 'BooksRead', ReadListDto),
  create: v1.post('/readlists', {
    permission: 'BooksRead',
    summary: 'Create a read list; sharing it needs the permission to edit books',
    body: Type.Object({
      name: Name,
      summary: Type.Optional(Nullable(text)),
      ordered: Type.Optional(flag),
      bookIds: Ids,
    }),
    response: ReadListDto,
    status: 200,
  }),
  change: v1.patch('/readlists/:id', {
    permission: 'BooksRead',
    summary: 'Update a read list',
    params: ByKomgaId,
    body: Type.Object({
      name: Type.Optional(Nullable(Name)),
      summary: Type.Optional(Nullable(text)),
      ordered: Type.Optional(Nullable(flag)),
      bookIds: Type.Optional(Nullable(Ids)),
    }),
  }),
} as const

const RequestedBook = Type.Object({ series: Type.Array(text), number: text })

/** Which entries of a foreign reading list exist here. */
export const ReadListMatchDto = Type.Object({
  readListMatch: Type.Object({ name: text, errorCode: text }),
  requests: Type.Array(
    Type.Object({
      request: RequestedBook,
      matches: Type.Array(
        Type.Object({
          series: Type.Object({ seriesId: KomgaId, title: text, releaseDate: Nullable(Day) }),
          books: Type.Array(Type.Object({ bookId: KomgaId, number: text, title: text })),
        }),
      ),
    }),
  ),
  errorCode: text,
})
export type ReadListMatchDto = Static<typeof ReadListMatchDto>

const cblFile = { body: Multipart({ file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) }), upload: true }

export const comicRackLists = {
  match: v1.post('/readlists/match/comicrack', {
    permission: 'BooksRead',
    summary: 'Match the books of a .cbl list',
    ...cblFile,
    response: ReadListMatchDto,
    status: 200,
  }),
  import: v1.post('/readlists/import', {
    permission: 'BooksRead',
    summary: 'Create a read list from a .cbl list (for older apps)',
    ...cblFile,
    response: Type.Array(
      Type.Object({
        readList: Nullable(ReadListDto),
        unmatchedBooks: Type.Array(Type.Object({ book: Type.Object({ series: text, number: text }), errorCode: text })),
        errorCode: text,
        requestName: text,
      }),
    ),
    status: 200,
  }),
} as const
