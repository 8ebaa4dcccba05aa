import type { Static } from 'typebox'
import { Binary, ById, get, Nullable, Uuid } from './route.ts'
import Type from './typebox.ts'

const tag = 'EPUB'
const Json = Type.Record(Type.String(), Type.Unknown())

const Hit = Type.Object({
  href: Type.String(),
  title: Nullable(Type.String()),
  locator: Json,
  before: Type.String(),
  match: Type.String(),
  after: Type.String(),
  page: Nullable(Type.Integer({ description: 'For PDFs: the page number, from 1.' })),
  start: Nullable(Type.Integer({ description: 'For PDFs: where the match begins in the text of the page.' })),
  end: Nullable(Type.Integer({ description: 'For PDFs: where the match ends in the text of the page.' })),
})
export type SearchHitInBook = Static<typeof Hit>

/** One hit per line, as soon as it is found; the last line is `{"isComplete": …}`. */
export const searchHitStreamMediaType = 'application/x-ndjson'

export const epub = {
  manifest: get('/books/:id/manifest', {
    permission: 'PagesRead',
    summary: 'Get the Readium manifest of a book',
    also: [422],
    tag,
    params: ById,
    response: Json,
  }),
  positions: get('/books/:id/positions', {
    permission: 'PagesRead',
    summary: 'List the reading positions of a book',
    also: [422],
    tag,
    params: ById,
    response: Type.Object({ total: Type.Integer(), positions: Type.Array(Json) }),
  }),
  resource: get('/books/:id/resources/*', {
    permission: 'PagesRead',
    summary: 'Get a resource of a book, with scripts removed',
    also: [206, 416, 422],
    tag,
    params: Type.Object({ id: Uuid, '*': Type.String() }),
    response: Binary('application/xhtml+xml', 'text/*', 'image/*', 'font/*', 'audio/*', 'video/*', 'application/*'),
  }),
  search: get('/books/:id/search', {
    permission: 'PagesRead',
    summary: 'Search the text of a book',
    also: [422],
    tag,
    params: ById,
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: 200 }),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
      matchCase: Type.Optional(
        Type.Boolean({ default: false, description: 'Capital letters match only capital letters.' }),
      ),
      wholeWords: Type.Optional(
        Type.Boolean({ default: false, description: 'The phrase must not begin or end within a word.' }),
      ),
    }),
    description:
      'For EPUB and PDF books. Accents and white space don’t matter, and neither does case without `matchCase`. ' +
      `\`Accept: ${searchHitStreamMediaType}\` streams one hit per line as it is found, then \`{"isComplete": true}\`, ` +
      'which is false if there was more than `limit`.',
    response: Type.Object({ hits: Type.Array(Hit), isComplete: Type.Boolean() }),
    alternatives: [searchHitStreamMediaType],
  }),
} as const
