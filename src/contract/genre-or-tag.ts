import { GenreOrTag } from './books.ts'
import { ById, del, get, post, put, Uuid } from './route.ts'
import Type from './typebox.ts'

/** At least one character that is not a space. */
const FacetName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
export const GenreOrTagNames = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 })
const Names = Type.Array(GenreOrTag)
const OneOfIts = Type.Object({ id: Uuid, facetId: Uuid })

const CleanedUp = Type.Object(
  { deletedCount: Type.Integer({ minimum: 0 }), deletedNames: Type.Array(Type.String()) },
  { title: 'GenreOrTagCleanup' },
)

function facetEdits<const Facets extends 'genres' | 'tags'>(facets: Facets) {
  const one = facets === 'genres' ? 'genre' : 'tag'
  const All = Type.Object({ [facets]: Names } as Record<Facets, typeof Names>)
  const Wanted = Type.Object({ [facets]: GenreOrTagNames } as Record<Facets, typeof GenreOrTagNames>)
  const ofBooks = { tag: 'Book metadata', params: ById } as const
  const ofSeries = { tag: 'Series metadata', params: ById } as const
  const description = 'Names that do not exist yet are created. Case, accents and surrounding spaces are ignored.'
  return {
    ofBook: get(`/books/:id/${facets}`, {
      ...ofBooks,
      permission: 'BooksRead',
      summary: `List the ${facets} of a book`,
      response: All,
    }),
    setOfBook: put(`/books/:id/${facets}`, {
      ...ofBooks,
      permission: 'BooksWrite',
      summary: `Set and lock the ${facets} of a book`,
      description,
      body: Wanted,
      response: All,
    }),
    addToBook: post(`/books/:id/${facets}`, {
      ...ofBooks,
      permission: 'BooksWrite',
      summary: `Add a ${one} to a book`,
      body: Type.Object({ name: FacetName }),
      response: GenreOrTag,
    }),
    removeFromBook: del(`/books/:id/${facets}/:facetId`, {
      ...ofBooks,
      permission: 'BooksWrite',
      summary: `Remove a ${one} from a book`,
      params: OneOfIts,
    }),
    ofSeries: get(`/series/:id/${facets}`, {
      ...ofSeries,
      permission: 'SeriesRead',
      summary: `List the ${facets} of a series`,
      response: All,
    }),
    setOfSeries: put(`/series/:id/${facets}`, {
      ...ofSeries,
      permission: 'SeriesWrite',
      summary: `Set and lock the ${facets} of a series`,
      description,
      body: Wanted,
      response: All,
    }),
    addToSeries: post(`/series/:id/${facets}`, {
      ...ofSeries,
      permission: 'SeriesWrite',
      summary: `Add a ${one} to a series`,
      body: Type.Object({ name: FacetName }),
      response: GenreOrTag,
    }),
    removeFromSeries: del(`/series/:id/${facets}/:facetId`, {
      ...ofSeries,
      permission: 'SeriesWrite',
      summary: `Remove a ${one} from a series`,
      params: OneOfIts,
    }),
    remove: del(`/${facets}/:id`, {
      permission: 'SystemAdmin',
      tag: 'Genres, tags and people',
      summary: `Delete a ${one} everywhere`,
      params: ById,
    }),
    cleanUp: post(`/${facets}/cleanup`, {
      permission: 'SystemAdmin',
      tag: 'Genres, tags and people',
      summary: `Delete unused ${facets}`,
      response: CleanedUp,
    }),
  } as const
}

export const genreRoutes = facetEdits('genres')
export const tagRoutes = facetEdits('tags')
