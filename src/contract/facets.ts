import type { Static } from 'typebox'
import { authorRoles } from './metadata.ts'
import { Page, PagingWith } from './paging.ts'
import { get, Timestamp, Uuid } from './route.ts'
import Type from './type.ts'

const seriesCount = Type.Integer({ minimum: 0, description: 'Series that carry it, of those you may see.' })
const bookCount = Type.Integer({
  minimum: 0,
  description: 'Books that carry it, by themselves or through their series.',
})

export const Genre = Type.Object(
  { id: Uuid, name: Type.String(), seriesCount, bookCount, createdAt: Timestamp },
  { title: 'Genre' },
)
export const Person = Type.Object(
  { name: Type.String(), roles: Type.Array(Type.String()), seriesCount, bookCount },
  { title: 'Person' },
)
export const Publisher = Type.Object({ name: Type.String(), seriesCount, bookCount }, { title: 'Publisher' })
export const Language = Type.Object(
  { language: Type.String({ description: 'BCP 47' }), seriesCount, bookCount },
  { title: 'LanguageCount' },
)
export const ReleaseYear = Type.Object({ year: Type.Integer(), seriesCount, bookCount }, { title: 'ReleaseYear' })
export type Genre = Static<typeof Genre>

const filters = {
  libraryId: Type.Optional(Uuid),
  search: Type.Optional(Type.String({ maxLength: 500, description: 'Part of the name.' })),
}
const query = PagingWith(filters)
const common = { permission: 'SeriesRead', tag: 'Genres, tags and people', query } as const

export const facets = {
  genres: get('/genres', { ...common, summary: 'Genres', response: Page(Genre) }),
  tags: get('/tags', { ...common, summary: 'Tags', response: Page(Genre) }),
  authors: get('/authors', {
    ...common,
    summary: 'People who made books',
    query: PagingWith({ ...filters, role: Type.Optional(Type.Enum([...authorRoles])) }),
    response: Page(Person),
  }),
  publishers: get('/publishers', { ...common, summary: 'Publishers', response: Page(Publisher) }),
  languages: get('/languages', { ...common, summary: 'Languages', response: Page(Language) }),
  releaseYears: get('/release-years', { ...common, summary: 'Years of release', response: Page(ReleaseYear) }),
} as const
