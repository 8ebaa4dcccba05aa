import type { Static } from 'typebox'
import { Book } from './books.ts'
import { facetKinds } from './enum-values.ts'
import { authorRoles } from './metadata.ts'
import { Page, PagingWith } from './paging.ts'
import { get, ParentIdFilter, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const seriesCount = Type.Integer({ minimum: 0, description: 'How many of the series you can see have it.' })
const bookCount = Type.Integer({
  minimum: 0,
  description: 'How many books have it, directly or through their series.',
})

export const GenreOrTagFacet = Type.Object(
  { id: Uuid, name: Type.String(), seriesCount, bookCount, createdAt: Timestamp },
  { title: 'Genre' },
)
export const PersonFacet = Type.Object(
  { name: Type.String(), roles: Type.Array(Type.String()), seriesCount, bookCount },
  { title: 'Person' },
)
export const PublisherFacet = Type.Object({ name: Type.String(), seriesCount, bookCount }, { title: 'Publisher' })
export const LanguageFacet = Type.Object(
  { language: Type.String({ description: 'BCP 47 language tag.' }), seriesCount, bookCount },
  { title: 'LanguageCount' },
)
export const ReleaseYearFacet = Type.Object({ year: Type.Integer(), seriesCount, bookCount }, { title: 'ReleaseYear' })
export type GenreOrTagFacet = Static<typeof GenreOrTagFacet>

export type FacetKind = (typeof facetKinds)[number]

export const FacetSummary = Type.Object(
  {
    kind: Type.Enum([...facetKinds]),
    name: Type.String({ description: 'The name as this server spells it.' }),
    seriesCount,
    bookCount,
    roles: Type.Array(Type.Object({ role: Type.Enum([...authorRoles]), seriesCount, bookCount }), {
      description: 'For people: their roles, most frequent first.',
    }),
  },
  { title: 'FacetSummary' },
)
export type FacetSummary = Static<typeof FacetSummary>

export const FoundFacet = Type.Object(
  { kind: Type.Enum([...facetKinds]), name: Type.String(), seriesCount, bookCount },
  { title: 'FoundFacet' },
)
export type FoundFacet = Static<typeof FoundFacet>

const name = Type.String({ minLength: 1, maxLength: 500 })

const filters = {
  libraryId: Type.Optional(ParentIdFilter),
  search: Type.Optional(Type.String({ maxLength: 500, description: 'Part of the name.' })),
}
const query = PagingWith(filters)
const common = { permission: 'SeriesRead', tag: 'Genres, tags and people', query } as const

export const facets = {
  genres: get('/genres', { ...common, summary: 'List genres', response: Page(GenreOrTagFacet) }),
  tags: get('/tags', { ...common, summary: 'List tags', response: Page(GenreOrTagFacet) }),
  authors: get('/authors', {
    ...common,
    summary: 'List people',
    query: PagingWith({ ...filters, role: Type.Optional(Type.Enum([...authorRoles])) }),
    response: Page(PersonFacet),
  }),
  publishers: get('/publishers', { ...common, summary: 'List publishers', response: Page(PublisherFacet) }),
  languages: get('/languages', { ...common, summary: 'List languages', response: Page(LanguageFacet) }),
  releaseYears: get('/release-years', { ...common, summary: 'List release years', response: Page(ReleaseYearFacet) }),
  find: get('/facets', {
    ...common,
    summary: 'Search people, publishers, genres, tags, story arcs, characters … by name',
    description:
      'Only those that something you can see has. Of each kind, names that begin with the text come first, then the most used.',
    query: Type.Object({
      search: Type.String({ minLength: 1, maxLength: 500, description: 'Part of the name.' }),
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'How many of each kind at most.' }),
    }),
    response: Type.Array(FoundFacet),
  }),
  summary: get('/facets/:kind', {
    ...common,
    summary: 'Get a person, publisher, genre, tag, story arc, character … by name',
    description: 'Counts only what you can see. Returns 404 if nothing you can see has it.',
    params: Type.Object({ kind: Type.Enum([...facetKinds]) }),
    query: Type.Object({ name }),
    response: FacetSummary,
  }),
  storyArcBooks: get('/story-arcs/books', {
    ...common,
    summary: 'List the books of a story arc in the order of the story',
    query: PagingWith({ name, covers: Type.Optional(Type.Boolean({ default: false })) }),
    response: Page(Book),
  }),
} as const
