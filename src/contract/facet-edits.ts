import Type, { type TSchema } from 'typebox'
import { Genre, Tag } from './curated.ts'
import { ById, del, get, post, put, Uuid } from './route.ts'

/** At least one character that is not a space. */
export const FacetName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const FacetNames = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 })

const CleanedUp = Type.Object(
  { deletedCount: Type.Integer({ minimum: 0 }), deletedNames: Type.Array(Type.String()) },
  { title: 'TaxonomyCleanup' },
)

function facetRoutes<const Facets extends 'genres' | 'tags', Named extends TSchema>(facets: Facets, named: Named) {
  const one = facets === 'genres' ? 'genre' : 'tag'
  const ofOwner = <const Owner extends 'books' | 'series'>(
    owner: Owner,
    read: 'BooksRead' | 'SeriesRead',
    write: 'BooksWrite' | 'SeriesWrite',
  ) => {
    const noun = owner === 'books' ? 'book' : 'series'
    const tag = owner === 'books' ? 'Book metadata' : 'Series metadata'
    const All = Type.Object({ [facets]: Type.Array(named) } as Record<Facets, ReturnType<typeof Type.Array<Named>>>)
    const Wanted = Type.Object({ [facets]: FacetNames } as Record<Facets, typeof FacetNames>)
    return {
      list: get(`/${owner}/:id/${facets}`, {
        permission: read,
        tag,
        summary: `The ${facets} of a ${noun}`,
        params: ById,
        response: All,
      }),
      set: put(`/${owner}/:id/${facets}`, {
        permission: write,
        tag,
        summary: `Give a ${noun} exactly these ${facets}; they are locked`,
        description: 'New names are added. Case, accents and spaces around a name make no difference.',
        params: ById,
        body: Wanted,
        response: All,
      }),
      add: post(`/${owner}/:id/${facets}`, {
        permission: write,
        tag,
        summary: `Give a ${noun} one more ${one}`,
        params: ById,
        body: Type.Object({ name: FacetName }),
        response: named,
      }),
      remove: del(`/${owner}/:id/${facets}/:facetId`, {
        permission: write,
        tag,
        summary: `Take a ${one} from a ${noun}`,
        params: Type.Object({ id: Uuid, facetId: Uuid }),
      }),
    } as const
  }
  return {
    books: ofOwner('books', 'BooksRead', 'BooksWrite'),
    series: ofOwner('series', 'SeriesRead', 'SeriesWrite'),
    all: {
      remove: del(`/${facets}/:id`, {
        permission: 'SystemAdmin',
        summary: `Delete a ${one} everywhere`,
        params: ById,
      }),
      cleanUp: post(`/${facets}/cleanup`, {
        permission: 'SystemAdmin',
        summary: `Delete the ${facets} that nothing has`,
        response: CleanedUp,
      }),
    },
  } as const
}

export const genreEdits = facetRoutes('genres', Genre)
export const tagEdits = facetRoutes('tags', Tag)
