import { books } from '../../../contract/komga/book.ts'
import { findAdjacentBooks } from '../../../store/book/adjacent-books.ts'
import type { BookFilter } from '../../../store/book/filter.ts'
import { listOnDeck } from '../../../store/book/home-rows.ts'
import type { BookQuery } from '../../../store/book/list.ts'
import { listLikelyDuplicates } from '../../../store/duplicate/duplicate.ts'
import { filterByAll } from '../../../store/list/combine-filters.ts'
import { serve } from '../../serve.ts'
import { answerOrNotModified } from '../answer-or-not-modified.ts'
import type { KomgaContext } from '../komga-context.ts'
import { listBooksPage, presentBooksById } from '../list-series-and-books.ts'
import { limitAndOffsetOf, presentPage, readPageable } from '../pageable.ts'
import { presentBooks } from '../present/book.ts'
import { notFoundProblem, readBookView, readSeriesView } from '../read-by-komga-id.ts'
import { commaSeparatedOf, firstValueOf, queryOf } from '../read-query.ts'
import { bookFilterOfLeaf } from '../search/book-condition.ts'
import { bookFilterFromQuery } from '../search/filter-from-query.ts'
import { parseBookSearch } from '../search/parse-search-text.ts'
import { requiredListOf } from '../search/required-list.ts'
import { compileCondition, readSearch } from '../search/search-condition.ts'

export function mountBooks({ surface, context: { db } }: KomgaContext): void {
  serve(surface, books.list, (asked) =>
    answerOrNotModified(db, asked, () => {
      const query = queryOf(asked.request)
      const { filter, includeDeleted } = bookFilterFromQuery(query)
      const wanted = { ...withWords(filter, firstValueOf(query, 'search')), includeDeleted }
      return listBooksPage(db, asked.viewer, { query: wanted, pageable: readPageable(query) })
    }),
  )

  serve(surface, books.find, (asked) => {
    const { condition, text } = readSearch(asked.body)
    const filter = condition && compileCondition(condition, bookFilterOfLeaf)
    const wanted = withWords(filter, text)
    const list = requiredListOf(condition, 'readlistid')
    return answerOrNotModified(db, asked, () =>
      listBooksPage(db, asked.viewer, { query: wanted, pageable: readPageable(queryOf(asked.request)), list }),
    )
  })

  serve(surface, books.latest, (asked) =>
    answerOrNotModified(db, asked, () => {
      const query = queryOf(asked.request)
      const pageable = { ...readPageable(query), orders: [] }
      const usual = [{ field: 'file_changed', direction: 'desc' } as const]
      return listBooksPage(db, asked.viewer, { query: bookFilterFromQuery(query), pageable, usual })
    }),
  )

  serve(surface, books.onDeck, (asked) =>
    answerOrNotModified(db, asked, async () => {
      const query = queryOf(asked.request)
      const pageable = readPageable(query)
      const rows = pageable.isUnpaged ? { limit: 10_000, offset: 0 } : limitAndOffsetOf(pageable)
      const libraryIds = commaSeparatedOf(query, 'library_id')
      const { data, total } = await listOnDeck(db, asked.viewer, libraryIds.length > 0 ? { libraryIds } : {}, rows)
      return presentPage(pageable, false, { data: await presentBooks(db, asked.viewer, data), total })
    }),
  )

  // Always side by side, whatever order is asked for: that is what the page that shows them is for.
  serve(surface, books.duplicates, async ({ viewer, request }) => {
    const pageable = readPageable(queryOf(request))
    const ids = await listLikelyDuplicates(db, viewer)
    const { limit, offset } = limitAndOffsetOf(pageable)
    const some = pageable.isUnpaged ? ids : ids.slice(offset, offset + limit)
    const data = await presentBooksById(db, viewer, some)
    return presentPage(pageable, pageable.orders.length > 0, { data, total: ids.length })
  })

  serve(surface, books.ofSeries, (asked) =>
    answerOrNotModified(db, asked, async () => {
      const { viewer, params, request } = asked
      const series = await readSeriesView(db, viewer, params.id)
      const query = queryOf(request)
      const { filter, includeDeleted } = bookFilterFromQuery(query)
      const inSeries: BookFilter = { seriesId: { op: 'in', ids: [series.uid] } }
      const usual = [{ field: 'number', direction: 'asc' } as const]
      const wanted = { ...withWords(filterByAll([inSeries, filter]), firstValueOf(query, 'search')), includeDeleted }
      return listBooksPage(db, viewer, { query: wanted, pageable: readPageable(query), usual })
    }),
  )

  serve(surface, books.read, (asked) =>
    answerOrNotModified(db, asked, async () => {
      const view = await readBookView(db, asked.viewer, asked.params.id)
      return (await presentBooks(db, asked.viewer, [view]))[0]!
    }),
  )

  for (const [route, side] of [
    [books.next, 'next'],
    [books.previous, 'prev'],
  ] as const) {
    serve(surface, route, (asked) =>
      answerOrNotModified(db, asked, async () => {
        const view = await readBookView(db, asked.viewer, asked.params.id)
        const neighbour = (await findAdjacentBooks(db, asked.viewer, view))[side]
        if (!neighbour) throw notFoundProblem('book')
        return (await presentBooks(db, asked.viewer, [neighbour]))[0]!
      }),
    )
  }
}

function withWords(filter: BookFilter | undefined, text: string | undefined): BookQuery {
  const asked = parseBookSearch(text)
  return { filter: filterByAll([filter, asked.filter]), search: asked.words }
}
