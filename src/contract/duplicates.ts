import type { Static } from 'typebox'
import { Book } from './books.ts'
import { Page, Paging } from './paging.ts'
import { ById, del, get, Nullable, post, Timestamp, Uuid } from './route.ts'
import { Task } from './tasks.ts'
import Type from './typebox.ts'

export const DuplicateGroup = Type.Object(
  {
    id: Uuid,
    fileHash: Type.String({ description: 'SHA-256 of the whole content.' }),
    bookIds: Type.Array(Uuid),
    books: Type.Array(Book),
    duplicateCount: Type.Integer(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'DuplicateGroup' },
)
export type DuplicateGroup = Static<typeof DuplicateGroup>

const tag = 'Duplicates'

export const duplicates = {
  list: get('/duplicates', {
    permission: 'BooksWrite',
    summary: 'List duplicate books',
    tag,
    description: 'As of the last search; `lastSearchedAt` is null if there was none.',
    query: Paging,
    response: Type.Object({
      ...Page(DuplicateGroup).properties,
      lastSearchedAt: Nullable(Timestamp),
    }),
  }),
  scan: post('/duplicates/scan', {
    permission: 'TasksWrite',
    summary: 'Find duplicate books',
    also: [409],
    tag,
    response: Task,
    status: 202,
  }),
  forget: del('/duplicates/:id', {
    permission: 'BooksWrite',
    summary: 'Dismiss a group of duplicates and keep its books',
    tag,
    params: ById,
  }),
} as const
