import type { Static, TSchema } from 'typebox'
import { Book } from './books.ts'
import { BookCondition, SeriesCondition } from './conditions.ts'
import { Page, Paging, PagingWith } from './paging.ts'
import { BookIdsBody, MarkedCount, SeriesIdsBody } from './progress.ts'
import { Binary, ById, del, get, Multipart, Nullable, patch, post, put, Timestamp, Uuid } from './route.ts'
import { maxRuleListMembers } from './rule-list-limit.ts'
import { Series } from './series.ts'
import Type from './typebox.ts'

const listFields = {
  id: Uuid,
  name: Type.String(),
  summary: Nullable(Type.String()),
  ordered: Type.Boolean({ description: 'Whether members are in a manual order instead of sorted by title.' }),
  shared: Type.Boolean({ description: 'Everyone sees the list, but only the members they have access to.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
const RULE = `The server keeps the members up to date with this condition; they cannot be added, ordered or removed by hand. At most ${maxRuleListMembers} items are members.`
const count = () => Type.Integer({ minimum: 0, description: 'Counts only members you can see.' })

export const Collection = Type.Object(
  { ...listFields, seriesCount: count(), condition: Nullable(SeriesCondition) },
  { title: 'Collection' },
)
export type Collection = Static<typeof Collection>
export const ReadList = Type.Object(
  { ...listFields, bookCount: count(), condition: Nullable(BookCondition) },
  { title: 'ReadList' },
)
export type ReadList = Static<typeof ReadList>

const Name = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })
const changes = {
  summary: Type.Optional(Nullable(Type.String({ maxLength: 100_000 }))),
  ordered: Type.Optional(Type.Boolean()),
  shared: Type.Optional(Type.Boolean({ description: 'Sharing requires the permission to edit shared lists.' })),
}
const optionalIds = () => Type.Optional(ids())
const ids = () => Type.Array(Uuid, { maxItems: 20_000 })

/** The routes that collections and read lists share. */
function listRoutes<
  const Resource extends 'collections' | 'readlists',
  ListView extends TSchema,
  Member extends TSchema,
  const MemberIds extends 'seriesIds' | 'bookIds',
>(resource: Resource, list: ListView, member: Member, memberIds: MemberIds) {
  const isBooks = memberIds === 'bookIds'
  const permission = isBooks ? 'BooksRead' : 'SeriesRead'
  const tag = isBooks ? 'Read lists' : 'Collections'
  const one = isBooks ? 'a read list' : 'a collection'
  const members = isBooks ? 'books' : 'series'
  const Ids = Type.Object({ [memberIds]: ids() } as Record<MemberIds, ReturnType<typeof ids>>)
  const rule = {
    condition: Type.Optional(
      Type.Union([isBooks ? BookCondition : SeriesCondition, Type.Null()], {
        examples: [null],
        description: `${RULE} A condition about your own reading, ratings or lists requires \`shared: false\`. If null, the members are chosen by hand.`,
      }),
    ),
  }
  const Given = Type.Object({
    name: Name,
    ...changes,
    ...rule,
    ...({
      [memberIds]: Type.Optional(
        Type.Array(Uuid, { maxItems: 20_000, description: `The ${members} of the list, in order.` }),
      ),
    } as Record<MemberIds, ReturnType<typeof optionalIds>>),
    ids: Type.Optional(
      Type.Array(Uuid, { maxItems: 20_000, deprecated: true, description: `An older name for \`${memberIds}\`.` }),
    ),
  })
  return {
    list: get(`/${resource}`, {
      permission,
      summary: `List your own and shared ${tag.toLowerCase()}`,
      tag,
      query: PagingWith({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
      response: Page(list),
    }),
    create: post(`/${resource}`, {
      permission,
      summary: `Create ${one}`,
      tag,
      body: Given,
      response: list,
      status: 201,
    }),
    read: get(`/${resource}/:id`, { permission, summary: `Get ${one}`, tag, params: ById, response: list }),
    change: patch(`/${resource}/:id`, {
      permission,
      summary: `Update ${one}`,
      tag,
      params: ById,
      body: Type.Object({ name: Type.Optional(Name), ...changes, ...rule }),
      response: list,
    }),
    remove: del(`/${resource}/:id`, { audit: 'list_deleted', permission, summary: `Delete ${one}`, tag, params: ById }),
    members: get(
      `/${resource}/:id/${members}` as `/${Resource}/:id/${MemberIds extends 'bookIds' ? 'books' : 'series'}`,
      {
        permission,
        summary: `List the ${members} of ${one}`,
        tag,
        params: ById,
        query: Paging,
        response: Page(member),
      },
    ),
    setMembers: put(`/${resource}/:id/${members}`, {
      permission,
      summary: `Set the ${members} of ${one} and their order`,
      tag,
      params: ById,
      body: Ids,
      response: list,
    }),
    addMembers: post(`/${resource}/:id/${members}`, {
      permission,
      summary: `Add ${members} to the end of ${one}`,
      tag,
      params: ById,
      body: Ids,
      response: list,
    }),
    removeMember: del(`/${resource}/:id/${members}/:memberId`, {
      permission,
      summary: `Remove a ${members === 'books' ? 'book' : 'series'} from ${one}`,
      also: [409],
      tag,
      params: Type.Object({ id: Uuid, memberId: Uuid }),
    }),
  } as const
}

export const collections = {
  ...listRoutes('collections', Collection, Series, 'seriesIds'),
  ofSeries: get('/series/:id/collections', {
    permission: 'SeriesRead',
    summary: 'List the collections that contain a series',
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
  ...listRoutes('readlists', ReadList, Book, 'bookIds'),
  ofBook: get('/books/:id/readlists', {
    permission: 'BooksRead',
    summary: 'List the read lists that contain a book',
    tag: 'Read lists',
    params: ById,
    response: Type.Array(ReadList),
  }),
  import: post('/readlists/import', {
    permission: 'BooksRead',
    summary: 'Create a read list from a CBL file',
    also: [422],
    tag: 'Read lists',
    body: Multipart({ file: Binary('application/xml') }),
    upload: true,
    response: Imported,
    status: 201,
  }),
} as const

const wanted = Type.Optional(Type.Boolean({ default: true, description: 'If false, they are removed from the list.' }))

export const wantToRead = {
  series: get('/want-to-read/series', {
    permission: 'SeriesRead',
    summary: 'List the series you want to read',
    tag: 'Want to read',
    query: Paging,
    response: Page(Series),
  }),
  books: get('/want-to-read/books', {
    permission: 'BooksRead',
    summary: 'List the books you want to read',
    tag: 'Want to read',
    query: Paging,
    response: Page(Book),
  }),
  addSeries: put('/series/:id/want-to-read', {
    permission: 'SeriesRead',
    summary: 'Add a series to Want to read',
    tag: 'Want to read',
    params: ById,
  }),
  removeSeries: del('/series/:id/want-to-read', {
    permission: 'SeriesRead',
    summary: 'Remove a series from Want to read',
    tag: 'Want to read',
    params: ById,
  }),
  addBook: put('/books/:id/want-to-read', {
    permission: 'BooksRead',
    summary: 'Add a book to Want to read',
    tag: 'Want to read',
    params: ById,
  }),
  markBooks: post('/books/bulk/want-to-read', {
    permission: 'BooksRead',
    summary: 'Add many books to Want to read, or remove them',
    tag: 'Want to read',
    body: Type.Object({ ...BookIdsBody.properties, wanted }),
    response: MarkedCount,
  }),
  markSeries: post('/series/bulk/want-to-read', {
    permission: 'SeriesRead',
    summary: 'Add many series to Want to read, or remove them',
    tag: 'Want to read',
    body: Type.Object({ ...SeriesIdsBody.properties, wanted }),
    response: MarkedCount,
  }),
  removeBook: del('/books/:id/want-to-read', {
    permission: 'BooksRead',
    summary: 'Remove a book from Want to read',
    tag: 'Want to read',
    params: ById,
  }),
} as const
