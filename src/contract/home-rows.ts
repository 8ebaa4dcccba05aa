import type { Static } from 'typebox'
import { Book } from './books.ts'
import { get, Uuid } from './route.ts'
import { Series } from './series.ts'
import Type from './typebox.ts'

const Additions = Type.Object(
  {
    series: Series,
    newBooks: Type.Integer({ minimum: 1, description: 'Readable books added within a week of the newest one.' }),
    book: Book,
  },
  { title: 'SeriesAdditions' },
)
export type SeriesAdditions = Static<typeof Additions>

const query = Type.Object({
  libraryId: Type.Optional(Uuid),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 24 }),
})
const permission = 'SeriesRead'
const tag = 'Home'

/** Rows of the home page that aren't available as a list. */
export const homeRows = {
  additions: get('/home/recently-added', {
    permission,
    summary: 'List series with new books, and the newest book of each',
    tag,
    query,
    response: Type.Array(Additions),
  }),
  random: get('/home/random', {
    permission,
    summary: 'List series picked at random',
    tag,
    query,
    response: Type.Array(Series),
  }),
} as const
