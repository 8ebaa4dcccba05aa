import { books } from '../../../contract/komga/books.ts'
import { findAdjacentBooks } from '../../../store/book/adjacent-books.ts'
import type { BookFilter } from '../../../store/book/filter.ts'
import { listOnDeck } from '../../../store/book/home-rows.ts'
import type { BookQuery } from '../../../store/book/list.ts'
import { listLikelyDuplicateBookIds } from '../../../store/duplicate/duplicate.ts'
import { filterByAll } from '../../../store/list/combine-filters.ts'
import { NOT_IN_HIDDEN_SERIES } from '../../../store/list/hidden-series-condition.ts'
import { serve } from '../../serve.ts'
import { komgaAnswerOrNotModified } from '../komga-answer-or-not-modified.ts'
import type { KomgaContext } from '../komga-context.ts'
import { listBooksPage, presentKomgaBooksById } from '../list-komga-pages.ts'
import { limitAndOffsetOfPageable, presentSpringPage, readPageable } from '../pageable.ts'
import { presentKomgaBooks } from '../present/book.ts'
import { notFoundProblem, readBookView, readSeriesView } from '../read-by-komga-id.ts'
import { commaSeparatedOf, firstValueOf, queryOf } from '../read-query.ts'
import { bookFilterOfLeaf } from '../search/book-condition.ts'
import { bookFilterFromQuery } from '../search/filter-from-query.ts'
import { parseBookSearch } from '../search/parse-search-text.ts'
import { requiredListIdOf } from '../search/required-list-id.ts'
import { compileKomgaCondition, parseKomgaSearch } from '../search/search-condition.ts'

export function mountBooks({ surface, context: { db } }: KomgaContext): void {
  serve(surface, books.list, (input) =>
    komgaAnswerOrNotModified(db, input, () => {
      const query = queryOf(input.request)
      const { filter, includeDeleted } = bookFilterFromQuery(query)
      const wanted = { ...withWords(filter, firstValueOf(query, 'search')), includeDeleted }
      return listBooksPage(db, input.viewer, { query: wanted, pageable: readPageable(query) })
    }),
  )

  serve(surface, books.find, (input) => {
    const { condition, text } = parseKomgaSearch(input.body)
    const filter = condition && compileKomgaCondition(condition, bookFilterOfLeaf)
    const wanted = withWords(filter, text)
    const list = requiredListIdOf(condition, 'readlistid')
    return komgaAnswerOrNotModified(db, input, () =>
      listBooksPage(db, input.viewer, { query: wanted, pageable: readPageable(queryOf(input.request)), list }),
    )
  })

  serve(surface, books.latest, (input) =>
    komgaAnswerOrNotModified(db, input, () => {
      const query = queryOf(input.request)
      const pageable = { ...readPageable(query), orders: [] }
      const usual = [{ field: 'file_changed', direction: 'desc' } as const]
      const wanted = bookFilterFromQuery(query)
      const filter = filterByAll<BookFilter>([wanted.filter, NOT_IN_HIDDEN_SERIES])
      return listBooksPage(db, input.viewer, { query: { ...wanted, filter }, pageable, usual })
    }),
  )

  serve(surface, books.onDeck, (input) =>
    komgaAnswerOrNotModified(db, input, async () => {
      const query = queryOf(input.request)
      const pageable = readPageable(query)
      const rows = pageable.isUnpaged ? { limit: 10_000, offset: 0 } : limitAndOffsetOfPageable(pageable)
      const libraryIds = commaSeparatedOf(query, 'library_id')
      const { data, total } = await listOnDeck(db, input.viewer, libraryIds.length > 0 ? { libraryIds } : {}, rows)
      return presentSpringPage(pageable, false, { data: await presentKomgaBooks(db, input.viewer, data), total })
    }),
  )

  // Always side by side, whatever the requested order: that is the purpose of the page that shows them.
  serve(surface, books.duplicates, async ({ viewer, request }) => {
    const pageable = readPageable(queryOf(request))
    const ids = await listLikelyDuplicateBookIds(db, viewer)
    const { limit, offset } = limitAndOffsetOfPageable(pageable)
    const some = pageable.isUnpaged ? ids : ids.slice(offset, offset + limit)
    const data = await presentKomgaBooksById(db, viewer, some)
    return presentSpringPage(pageable, pageable.orders.length > 0, { data, total: ids.length })
  })

  serve(surface, books.ofSeries, (input) =>
    komgaAnswerOrNotModified(db, input, async () => {
      const { viewer, params, request } = input
      const series = await readSeriesView(db, viewer, params.id)
      const query = queryOf(request)
      const { filter, includeDeleted } = bookFilterFromQuery(query)
      const inSeries: BookFilter = { seriesId: { op: 'in', ids: [series.uid] } }
      const usual = [{ field: 'number', direction: 'asc' } as const]
      const wanted = { ...withWords(filterByAll([inSeries, filter]), firstValueOf(query, 'search')), includeDeleted }
      return listBooksPage(db, viewer, { query: wanted, pageable: readPageable(query), usual })
    }),
  )

  serve(surface, books.read, (input) =>
    komgaAnswerOrNotModified(db, input, async () => {
      const view = await readBookView(db, input.viewer, input.params.id)
      return (await presentKomgaBooks(db, input.viewer, [view]))[0]!
    }),
  )

  for (const [route, side] of [
    [books.next, 'next'],
    [books.previous, 'prev'],
  ] as const) {
    serve(surface, route, (input) =>
      komgaAnswerOrNotModified(db, input, async () => {
        const view = await readBookView(db, input.viewer, input.params.id)
        const neighbour = (await findAdjacentBooks(db, input.viewer, view))[side]
        if (!neighbour) throw notFoundProblem('book')
        return (await presentKomgaBooks(db, input.viewer, [neighbour]))[0]!
      }),
    )
  }
}

function withWords(filter: BookFilter | undefined, text: string | undefined): BookQuery {
  const parsed = parseBookSearch(text)
  return { filter: filterByAll([filter, parsed.filter]), search: parsed.words }
}
