import type { Static, TSchema } from 'typebox'
import { Book } from './books.ts'
import { Page, Paging, PagingWith } from './paging.ts'
import { ManyBooks, ManySeries, Marked } from './progress.ts'
import { Binary, ById, del, get, Multipart, Nullable, patch, post, put, Timestamp, Uuid } from './route.ts'
import { Series } from './series.ts'
import Type from './type.ts'

const shelfFields = {
  id: Uuid,
  name: Type.String(),
  summary: Nullable(Type.String()),
  ordered: Type.Boolean({ description: 'Whether the members keep their own order, or stand by title.' }),
  shared: Type.Boolean({ description: 'Everyone sees it, as far as they may see its members.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
const count = () => Type.Integer({ minimum: 0, description: 'Of those you may see.' })

export const Collection = Type.Object({ ...shelfFields, seriesCount: count() }, { title: 'Collection' })
export type Collection = Static<typeof Collection>
export const ReadList = Type.Object({ ...shelfFields, bookCount: count() }, { title: 'ReadList' })
export type ReadList = Static<typeof ReadList>

const Name = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })
const changes = {
  summary: Type.Optional(Nullable(Type.String({ maxLength: 100_000 }))),
  ordered: Type.Optional(Type.Boolean()),
  shared: Type.Optional(Type.Boolean({ description: 'Sharing needs the right to edit shared lists.' })),
}
const optionalIds = () => Type.Optional(ids())
const ids = () => Type.Array(Uuid, { maxItems: 20_000 })

/** The routes that collections and read lists have alike. */
function shelfRoutes<
  const Noun extends 'collections' | 'readlists',
  Shelf extends TSchema,
  Member extends TSchema,
  const MemberIds extends 'seriesIds' | 'bookIds',
>(noun: Noun, shelf: Shelf, member: Member, memberIds: MemberIds) {
  const isBooks = memberIds === 'bookIds'
  const permission = isBooks ? 'BooksRead' : 'SeriesRead'
  const tag = isBooks ? 'Read lists' : 'Collections'
  const one = isBooks ? 'a read list' : 'a collection'
  const members = isBooks ? 'books' : 'series'
  const Ids = Type.Object({ [memberIds]: ids() } as Record<MemberIds, ReturnType<typeof ids>>)
  const Given = Type.Object({
    name: Name,
    ...changes,
    ...({
      [memberIds]: Type.Optional(
        Type.Array(Uuid, { maxItems: 20_000, description: `The ${members} on it, in order.` }),
      ),
    } as Record<MemberIds, ReturnType<typeof optionalIds>>),
    ids: Type.Optional(
      Type.Array(Uuid, { maxItems: 20_000, deprecated: true, description: `An older name of \`${memberIds}\`.` }),
    ),
  })
  return {
    list: get(`/${noun}`, {
      permission,
      summary: `${tag}, yours and shared ones`,
      tag,
      query: PagingWith({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
      response: Page(shelf),
    }),
    create: post(`/${noun}`, { permission, summary: `Make ${one}`, tag, body: Given, response: shelf, status: 201 }),
    read: get(`/${noun}/:id`, { permission, summary: `Read ${one}`, tag, params: ById, response: shelf }),
    change: patch(`/${noun}/:id`, {
      permission,
      summary: `Change ${one}`,
      tag,
      params: ById,
      body: Type.Object({ name: Type.Optional(Name), ...changes }),
      response: shelf,
    }),
    remove: del(`/${noun}/:id`, { audit: 'list_deleted', permission, summary: `Delete ${one}`, tag, params: ById }),
    members: get(`/${noun}/:id/${members}` as `/${Noun}/:id/${MemberIds extends 'bookIds' ? 'books' : 'series'}`, {
      permission,
      summary: `The ${members} of ${one}`,
      tag,
      params: ById,
      query: Paging,
      response: Page(member),
    }),
    order: put(`/${noun}/:id/${members}`, {
      permission,
      summary: `Say which ${members} are on it, in which order`,
      tag,
      params: ById,
      body: Ids,
      response: shelf,
    }),
    add: post(`/${noun}/:id/${members}`, {
      permission,
      summary: `Put ${members} on it, at the end`,
      tag,
      params: ById,
      body: Ids,
      response: shelf,
    }),
    take: del(`/${noun}/:id/${members}/:memberId`, {
      permission,
      summary: `Take one off it`,
      tag,
      params: Type.Object({ id: Uuid, memberId: Uuid }),
    }),
  } as const
}

export const collections = {
  ...shelfRoutes('collections', Collection, Series, 'seriesIds'),
  ofSeries: get('/series/:id/collections', {
    permission: 'SeriesRead',
    summary: 'The collections a series is in',
    tag: 'Collections',
    params: ById,
    response: Type.Array(Collection),
  }),
} as const

const Imported = Type.Object(
  {
    readList: ReadList,
    matched: Type.Integer(),
    missing: Type.Array(
      Type.Object({
        series: Type.String(),
        number: Nullable(Type.String()),
        volume: Nullable(Type.Integer()),
        year: Nullable(Type.Integer()),
      }),
    ),
  },
  { title: 'ImportedReadList' },
)

export const readLists = {
  ...shelfRoutes('readlists', ReadList, Book, 'bookIds'),
  ofBook: get('/books/:id/readlists', {
    permission: 'BooksRead',
    summary: 'The read lists a book is in',
    tag: 'Read lists',
    params: ById,
    response: Type.Array(ReadList),
  }),
  import: post('/readlists/import', {
    permission: 'BooksRead',
    summary: 'Make a read list of a CBL file; tells which books are not here',
    also: [422],
    tag: 'Read lists',
    body: Multipart({ file: Binary('application/xml') }),
    upload: true,
    response: Imported,
    status: 201,
  }),
} as const

const wanted = Type.Optional(Type.Boolean({ default: true, description: 'false takes them off the list.' }))

export const wantToRead = {
  series: get('/want-to-read/series', {
    permission: 'SeriesRead',
    summary: 'The series you want to read',
    tag: 'Want to read',
    query: Paging,
    response: Page(Series),
  }),
  books: get('/want-to-read/books', {
    permission: 'BooksRead',
    summary: 'The books you want to read',
    tag: 'Want to read',
    query: Paging,
    response: Page(Book),
  }),
  addSeries: put('/series/:id/want-to-read', {
    permission: 'SeriesRead',
    summary: 'Want to read a series',
    tag: 'Want to read',
    params: ById,
  }),
  removeSeries: del('/series/:id/want-to-read', {
    permission: 'SeriesRead',
    summary: 'No longer want to read a series',
    tag: 'Want to read',
    params: ById,
  }),
  addBook: put('/books/:id/want-to-read', {
    permission: 'BooksRead',
    summary: 'Want to read a book',
    tag: 'Want to read',
    params: ById,
  }),
  markBooks: post('/books/bulk/want-to-read', {
    permission: 'BooksRead',
    summary: 'Want to read many books, or no longer',
    tag: 'Want to read',
    body: Type.Object({ ...ManyBooks.properties, wanted }),
    response: Marked,
  }),
  markSeries: post('/series/bulk/want-to-read', {
    permission: 'SeriesRead',
    summary: 'Want to read many series, or no longer',
    tag: 'Want to read',
    body: Type.Object({ ...ManySeries.properties, wanted }),
    response: Marked,
  }),
  removeBook: del('/books/:id/want-to-read', {
    permission: 'BooksRead',
    summary: 'No longer want to read a book',
    tag: 'Want to read',
    params: ById,
  }),
} as const
