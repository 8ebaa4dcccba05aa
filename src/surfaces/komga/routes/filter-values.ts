import { filterValuePages, filterValues } from '../../../contract/komga/filter-values.ts'
import { foldLetters } from '../../../store/text/fold-letters.ts'
import { type HandlerInput, serve } from '../../serve.ts'
import { komgaAnswerOrNotModified } from '../komga-answer-or-not-modified.ts'
import type { KomgaContext } from '../komga-context.ts'
import {
  facetScopeOf,
  listAgeRatings,
  listAuthors,
  listFacetNames,
  listReleaseYears,
  listSharingLabels,
  type NamedFacet,
} from '../list-facet-names.ts'
import { limitAndOffsetOfPageable, presentSpringPage, readPageable } from '../pageable.ts'
import { firstValueOf, type KomgaQuery, queryOf } from '../read-query.ts'

/** Values to filter by: genres, tags, people and so on, as lists (v1) and by pages (v2). */
export function mountFilterValues({ surface, context: { db } }: KomgaContext): void {
  type List = Pick<HandlerInput<typeof filterValues.genres>, 'viewer'>
  type Names = (input: List, query: KomgaQuery) => Promise<string[]>

  const named =
    (what: NamedFacet, of?: 'series' | 'book'): Names =>
    ({ viewer }, query) =>
      listFacetNames(db, viewer, what, facetScopeOf(query), of)
  const tags: Names = ({ viewer }, query) => {
    const include = firstValueOf(query, 'include')?.toLowerCase()
    return listFacetNames(
      db,
      viewer,
      'tag',
      facetScopeOf(query),
      include === 'series' || include === 'book' ? include : 'both',
    )
  }
  const years: Names = ({ viewer }, query) => listReleaseYears(db, viewer, facetScopeOf(query))
  const labels: Names = ({ viewer }, query) => listSharingLabels(db, viewer, facetScopeOf(query))
  const ages: Names = async ({ viewer }, query) =>
    (await listAgeRatings(db, viewer, facetScopeOf(query))).map((age) => (age === null ? 'None' : String(age)))
  const authorNames: Names = async (input, query) => [
    ...new Set((await authors(input, query)).map((author) => author.name)),
  ]
  const authorRoles: Names = async (input, query) => [
    ...new Set((await authors(input, query)).map((author) => author.role)),
  ]
  const authors = async ({ viewer }: List, query: KomgaQuery) => {
    const [part, role] = [foldLetters(firstValueOf(query, 'search') ?? ''), firstValueOf(query, 'role')?.toLowerCase()]
    const all = await listAuthors(db, viewer, facetScopeOf(query))
    return all.filter((one) => (!role || one.role === role) && (!part || foldLetters(one.name).includes(part)))
  }

  for (const [route, names] of [
    [filterValues.genres, named('genre')],
    [filterValues.tags, tags],
    [filterValues.bookTags, named('tag', 'book')],
    [filterValues.seriesTags, named('tag', 'series')],
    [filterValues.publishers, named('publisher')],
    [filterValues.languages, named('language')],
    [filterValues.ageRatings, ages],
    [filterValues.sharingLabels, labels],
    [filterValues.releaseDates, years],
    [filterValues.authorNames, authorNames],
    [filterValues.authorRoles, authorRoles],
  ] as const) {
    serve(surface, route, (input) => komgaAnswerOrNotModified(db, input, () => names(input, queryOf(input.request))))
  }
  serve(surface, filterValues.authors, (input) =>
    komgaAnswerOrNotModified(db, input, () => authors(input, queryOf(input.request))),
  )

  for (const [route, names] of [
    [filterValuePages.genres, named('genre')],
    [filterValuePages.tags, tags],
    [filterValuePages.publishers, named('publisher')],
    [filterValuePages.languages, named('language')],
    [filterValuePages.sharingLabels, labels],
    [filterValuePages.releaseYears, years],
    [filterValuePages.authorNames, authorNames],
    [filterValuePages.authorRoles, authorRoles],
  ] as const) {
    serve(surface, route, (input) =>
      komgaAnswerOrNotModified(db, input, async () => {
        const query = queryOf(input.request)
        const part = foldLetters(firstValueOf(query, 'search') ?? '')
        const all = await names(input, query)
        return pageOf(query, part ? all.filter((name) => foldLetters(name).includes(part)) : all)
      }),
    )
  }
  serve(surface, filterValuePages.ageRatings, async ({ viewer, request }) => {
    const known = (await listAgeRatings(db, viewer, facetScopeOf(queryOf(request)))).filter((age) => age !== null)
    return pageOf(queryOf(request), known)
  })
  serve(surface, filterValuePages.authors, (input) =>
    komgaAnswerOrNotModified(db, input, async () => {
      const query = queryOf(input.request)
      return pageOf(query, await authors(input, query))
    }),
  )
}

function pageOf<T>(query: KomgaQuery, all: readonly T[]) {
  const pageable = readPageable(query)
  const { limit, offset } = limitAndOffsetOfPageable(pageable)
  const data = pageable.isUnpaged ? [...all] : all.slice(offset, offset + limit)
  return presentSpringPage(pageable, true, { data, total: all.length })
}
