import { series } from '../../../contract/komga/series.ts'
import { filterByAll } from '../../../store/list/combine-filters.ts'
import { NOT_HIDDEN } from '../../../store/list/hidden-series-condition.ts'
import type { SeriesFilter } from '../../../store/series/filter.ts'
import { countSeriesByLetter } from '../../../store/series/letter-counts.ts'
import type { SeriesQuery } from '../../../store/series/list.ts'
import { serve } from '../../serve.ts'
import { komgaAnswerOrNotModified } from '../komga-answer-or-not-modified.ts'
import type { KomgaContext } from '../komga-context.ts'
import { listSeriesPage } from '../list-komga-pages.ts'
import { readPageable } from '../pageable.ts'
import { presentKomgaSeries } from '../present/series.ts'
import { readSeriesView } from '../read-by-komga-id.ts'
import { commaSeparatedOf, firstValueOf, queryOf } from '../read-query.ts'
import { seriesFilterFromQuery } from '../search/filter-from-query.ts'
import { parseSeriesSearch } from '../search/parse-search-text.ts'
import { requiredListIdOf } from '../search/required-list-id.ts'
import { compileKomgaCondition, parseKomgaSearch } from '../search/search-condition.ts'
import { seriesFilterOfLeaf } from '../search/series-condition.ts'

export function mountSeries({ surface, context: { db } }: KomgaContext): void {
  serve(surface, series.list, (input) =>
    komgaAnswerOrNotModified(db, input, () => {
      const query = queryOf(input.request)
      const { filter, search } = withWords(seriesFilterFromQuery(query), firstValueOf(query, 'search'))
      const list = commaSeparatedOf(query, 'collection_id')[0]
      return listSeriesPage(db, input.viewer, { query: { filter, search }, pageable: readPageable(query), list })
    }),
  )

  serve(surface, series.find, (input) => {
    const { condition, text } = parseKomgaSearch(input.body)
    const { filter, search } = withWords(condition && compileKomgaCondition(condition, seriesFilterOfLeaf), text)
    const list = requiredListIdOf(condition, 'collectionid')
    return komgaAnswerOrNotModified(db, input, () =>
      listSeriesPage(db, input.viewer, {
        query: { filter, search },
        pageable: readPageable(queryOf(input.request)),
        list,
      }),
    )
  })

  serve(surface, series.groups, ({ body, viewer }) => {
    const { condition, text } = parseKomgaSearch(body)
    return countSeriesByLetter(
      db,
      viewer,
      withWords(condition && compileKomgaCondition(condition, seriesFilterOfLeaf), text),
    )
  })
  serve(surface, series.groupsByQuery, ({ viewer, request }) => {
    const query = queryOf(request)
    return countSeriesByLetter(db, viewer, withWords(seriesFilterFromQuery(query), firstValueOf(query, 'search')))
  })

  // Apps show these lists first, so series that the user has hidden are left out. Complete lists have them: tools edit
  // and download what is there. Komga counts a series as updated when its folder changed, not when it was read or its cover drawn again.
  for (const [route, usual, more] of [
    [series.newest, 'date_added', undefined],
    [series.latest, 'files_changed', undefined],
    [series.updated, 'files_changed', { flag: 'grown', is: true }],
  ] as const) {
    serve(surface, route, (input) =>
      komgaAnswerOrNotModified(db, input, () => {
        const query = queryOf(input.request)
        const filter = filterByAll<SeriesFilter>([seriesFilterFromQuery(query), more, NOT_HIDDEN])
        // These lists are defined by their order: another one is ignored.
        const pageable = { ...readPageable(query), orders: [] }
        return listSeriesPage(db, input.viewer, {
          query: { filter },
          pageable,
          usual: [{ field: usual, direction: 'desc' }],
        })
      }),
    )
  }

  serve(surface, series.read, (input) =>
    komgaAnswerOrNotModified(db, input, async () => {
      const view = await readSeriesView(db, input.viewer, input.params.id)
      return (await presentKomgaSeries(db, input.viewer, [view]))[0]!
    }),
  )
}

function withWords(filter: SeriesFilter | undefined, text: string | undefined): SeriesQuery {
  const parsed = parseSeriesSearch(text)
  return { filter: filterByAll([filter, parsed.filter]), search: parsed.words }
}
