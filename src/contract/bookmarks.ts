import type { Static } from 'typebox'
import { OptionalPaging } from './paging.ts'
import { Locator } from './progress.ts'
import { ById, del, get, Nullable, patch, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

export const Bookmark = Type.Object(
  {
    id: Uuid,
    bookId: Uuid,
    page: Nullable(Type.Integer()),
    locator: Nullable(Locator),
    note: Nullable(Type.String()),
    createdAt: Timestamp,
  },
  { title: 'Bookmark' },
)
export type Bookmark = Static<typeof Bookmark>

const reading = { anyOf: ['ProgressRead', 'BooksRead'] } as const
const writing = { anyOf: ['ProgressWrite', 'BooksWrite'] } as const
const note = Nullable(Type.String({ maxLength: 10_000 }))
const One = Type.Object({ id: Uuid, bookmarkId: Uuid })

export const bookmarks = {
  list: get('/books/:id/bookmarks', {
    permission: reading,
    summary: 'List your bookmarks in a book',
    description: 'All of them, or one page if `page` or `pageSize` is given.',
    tag: 'Bookmarks',
    params: ById,
    query: OptionalPaging,
    response: Type.Array(Bookmark),
  }),
  create: post('/books/:id/bookmarks', {
    permission: writing,
    summary: 'Create a bookmark',
    tag: 'Bookmarks',
    params: ById,
    body: Type.Object({
      page: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
      locator: Type.Optional(Nullable(Locator)),
      note: Type.Optional(note),
    }),
    response: Bookmark,
    status: 201,
  }),
  change: patch('/books/:id/bookmarks/:bookmarkId', {
    permission: writing,
    summary: 'Update the note of a bookmark',
    tag: 'Bookmarks',
    params: One,
    body: Type.Object({ note }),
    response: Bookmark,
  }),
  remove: del('/books/:id/bookmarks/:bookmarkId', {
    permission: writing,
    summary: 'Delete a bookmark',
    tag: 'Bookmarks',
    params: One,
  }),
} as const
