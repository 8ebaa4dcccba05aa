import type { Static } from 'typebox'
import { Book } from './books.ts'
import { Page, Paging } from './paging.ts'
import { ById, del, get, patch, post, Timestamp, Uuid } from './route.ts'
import { Series } from './series.ts'
import Type from './typebox.ts'

const Query = Type.Object(
  {
    condition: Type.Optional(
      Type.Unknown({ description: 'Conditions as in `POST /books/list` and `POST /series/list`.' }),
    ),
    fullTextSearch: Type.Optional(Type.String({ maxLength: 500 })),
    sort: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 8 })),
    view: Type.Optional(Type.Unknown({ description: 'Anything the client needs to display the filter.' })),
  },
  { title: 'SavedQuery' },
)

export const SavedFilter = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    target: Type.Enum(['series', 'books']),
    query: Query,
    shared: Type.Boolean(),
    mine: Type.Boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'SavedFilter' },
)
export type SavedFilter = Static<typeof SavedFilter>

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const tag = 'Saved filters'
const permission = 'SeriesRead'

/** Lists defined by a rule: it is evaluated on each request, with the viewer's visibility. */
export const savedFilters = {
  list: get('/saved-filters', {
    permission,
    summary: 'List your own and shared filters',
    tag,
    response: Type.Array(SavedFilter),
  }),
  create: post('/saved-filters', {
    permission,
    summary: 'Save a filter',
    tag,
    body: Type.Object({
      name: Name,
      target: Type.Enum(['series', 'books']),
      query: Query,
      shared: Type.Optional(Type.Boolean()),
    }),
    response: SavedFilter,
    status: 201,
  }),
  change: patch('/saved-filters/:id', {
    permission,
    summary: 'Update a filter',
    tag,
    params: ById,
    body: Type.Object({
      name: Type.Optional(Name),
      query: Type.Optional(Query),
      shared: Type.Optional(Type.Boolean()),
    }),
    response: SavedFilter,
  }),
  remove: del('/saved-filters/:id', { permission, summary: 'Delete a filter', tag, params: ById }),
  items: get('/saved-filters/:id/items', {
    permission,
    summary: 'List the results of a filter',
    description:
      'Without the series you have hidden, unless the filter asks for them (`isHidden`) or has search words.',
    tag,
    params: ById,
    query: Paging,
    response: Type.Union([Page(Series), Page(Book)]),
  }),
} as const
