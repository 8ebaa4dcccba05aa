import { referential, referentialPages } from '../../../contract/komga/referential.ts'
import { foldLetters } from '../../../store/text/fold-letters.ts'
import { type HandlerInput, serve } from '../../serve.ts'
import {
  facetScopeOf,
  listAges,
  listAuthors,
  listLabels,
  listNames,
  listYears,
  type NamedFacet,
} from '../facet-names.ts'
import type { KomgaContext } from '../komga-context.ts'
import { presentPage, readPageable, rowsOf } from '../pageable.ts'
import { firstValueOf, type Query, queryOf } from '../read-query.ts'
import { unlessUnchanged } from '../unless-unchanged.ts'

/** What can be filtered by: genres, tags, people and so on, as lists (v1) and by pages (v2). */
export function mountReferential({ surface, context: { db } }: KomgaContext): void {
  type List = Pick<HandlerInput<typeof referential.genres>, 'viewer'>
  type Names = (asked: List, query: Query) => Promise<string[]>

  const named =
    (what: NamedFacet, of?: 'series' | 'book'): Names =>
    ({ viewer }, query) =>
      listNames(db, viewer, what, facetScopeOf(query), of)
  const tags: Names = ({ viewer }, query) => {
    const include = firstValueOf(query, 'include')?.toLowerCase()
    return listNames(
      db,
      viewer,
      'tag',
      facetScopeOf(query),
      include === 'series' || include === 'book' ? include : 'both',
    )
  }
  const years: Names = ({ viewer }, query) => listYears(db, viewer, facetScopeOf(query))
  const labels: Names = ({ viewer }, query) => listLabels(db, viewer, facetScopeOf(query))
  const ages: Names = async ({ viewer }, query) =>
    (await listAges(db, viewer, facetScopeOf(query))).map((age) => (age === null ? 'None' : String(age)))
  const authorNames: Names = async (asked, query) => [
    ...new Set((await authors(asked, query)).map((author) => author.name)),
  ]
  const authorRoles: Names = async (asked, query) => [
    ...new Set((await authors(asked, query)).map((author) => author.role)),
  ]
  const authors = async ({ viewer }: List, query: Query) => {
    const [part, role] = [foldLetters(firstValueOf(query, 'search') ?? ''), firstValueOf(query, 'role')?.toLowerCase()]
    const all = await listAuthors(db, viewer, facetScopeOf(query))
    return all.filter((one) => (!role || one.role === role) && (!part || foldLetters(one.name).includes(part)))
  }

  for (const [route, names] of [
    [referential.genres, named('genre')],
    [referential.tags, tags],
    [referential.bookTags, named('tag', 'book')],
    [referential.seriesTags, named('tag', 'series')],
    [referential.publishers, named('publisher')],
    [referential.languages, named('language')],
    [referential.ageRatings, ages],
    [referential.sharingLabels, labels],
    [referential.releaseDates, years],
    [referential.authorNames, authorNames],
    [referential.authorRoles, authorRoles],
  ] as const) {
    serve(surface, route, (asked) => unlessUnchanged(db, asked, () => names(asked, queryOf(asked.request))))
  }
  serve(surface, referential.authors, (asked) =>
    unlessUnchanged(db, asked, () => authors(asked, queryOf(asked.request))),
  )

  for (const [route, names] of [
    [referentialPages.genres, named('genre')],
    [referentialPages.tags, tags],
    [referentialPages.publishers, named('publisher')],
    [referentialPages.languages, named('language')],
    [referentialPages.sharingLabels, labels],
    [referentialPages.releaseYears, years],
    [referentialPages.authorNames, authorNames],
    [referentialPages.authorRoles, authorRoles],
  ] as const) {
    serve(surface, route, (asked) =>
      unlessUnchanged(db, asked, async () => {
        const query = queryOf(asked.request)
        const part = foldLetters(firstValueOf(query, 'search') ?? '')
        const all = await names(asked, query)
        return pageOf(query, part ? all.filter((name) => foldLetters(name).includes(part)) : all)
      }),
    )
  }
  serve(surface, referentialPages.ageRatings, async ({ viewer, request }) => {
    const known = (await listAges(db, viewer, facetScopeOf(queryOf(request)))).filter((age) => age !== null)
    return pageOf(queryOf(request), known)
  })
  serve(surface, referentialPages.authors, (asked) =>
    unlessUnchanged(db, asked, async () => {
      const query = queryOf(asked.request)
      return pageOf(query, await authors(asked, query))
    }),
  )
}

function pageOf<T>(query: Query, all: readonly T[]) {
  const pageable = readPageable(query)
  const { limit, offset } = rowsOf(pageable)
  const data = pageable.isUnpaged ? [...all] : all.slice(offset, offset + limit)
  return presentPage(pageable, true, { data, total: all.length })
}
