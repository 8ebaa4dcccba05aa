import type { Static } from 'typebox'
import { authorRoles } from './metadata.ts'
import { Page, PagingWith } from './paging.ts'
import { BelongsTo, get, Timestamp, Uuid } from './route.ts'
import Type from './type.ts'

const seriesCount = Type.Integer({ minimum: 0, description: 'How many of the series you can see have it.' })
const bookCount = Type.Integer({
  minimum: 0,
  description: 'How many books have it, directly or through their series.',
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
  { language: Type.String({ description: 'BCP 47 language tag.' }), seriesCount, bookCount },
  { title: 'LanguageCount' },
)
export const ReleaseYear = Type.Object({ year: Type.Integer(), seriesCount, bookCount }, { title: 'ReleaseYear' })
export type Genre = Static<typeof Genre>

const filters = {
  libraryId: Type.Optional(BelongsTo),
  search: Type.Optional(Type.String({ maxLength: 500, description: 'Part of the name.' })),
}
const query = PagingWith(filters)
const common = { permission: 'SeriesRead', tag: 'Genres, tags and people', query } as const

export const facets = {
  genres: get('/genres', { ...common, summary: 'List genres', response: Page(Genre) }),
  tags: get('/tags', { ...common, summary: 'List tags', response: Page(Genre) }),
  authors: get('/authors', {
    ...common,
    summary: 'List people',
    query: PagingWith({ ...filters, role: Type.Optional(Type.Enum([...authorRoles])) }),
    response: Page(Person),
  }),
  publishers: get('/publishers', { ...common, summary: 'List publishers', response: Page(Publisher) }),
  languages: get('/languages', { ...common, summary: 'List languages', response: Page(Language) }),
  releaseYears: get('/release-years', { ...common, summary: 'List release years', response: Page(ReleaseYear) }),
} as const
