import { parseBookCondition } from '../../catalog/filters/parse-book-condition.ts'
import { type Book, bookSortNames, books, type DetailQuery, type FullBook } from '../../contract/books.ts'
import { limitAndOffsetOf, type PageOf, type Paging, parseSort, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import type { BookFilter } from '../../store/book/filter.ts'
import { addBookMetadata } from '../../store/book/full-book.ts'
import { type HomeRowQuery, listInProgress, listOnDeck, listRecentlyRead } from '../../store/book/home-rows.ts'
import { type BookQuery, listBooks } from '../../store/book/list.ts'
import type { BookView } from '../../store/book/view.ts'
import { filterByAll } from '../../store/list/combine-filters.ts'
import { NOT_IN_HIDDEN_SERIES } from '../../store/list/hidden-series-condition.ts'
import type { ListPage, PageRange } from '../../store/list/page-range.ts'
import type { Db } from '../../store/open.ts'
import { findSeries } from '../../store/series/read.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook, presentFullBook } from '../present/book.ts'
import { withCoverColor } from '../present/cover-color.ts'
import { type OpenSurface, serve, type ViewerRequest } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import { inLibraryFilter, requireVisibleLibrary } from './library-filter.ts'
import { limitAsPageSize } from './limit-as-page-size.ts'

export function mountBookLists(api: OpenSurface, { db }: AppContext): void {
  const list = async (input: ViewerRequest, query: Paging & DetailQuery, wanted: BookQuery) =>
    present(db, input, query, await listBooks(db, input.viewer, wanted, limitAndOffsetOf(query)))

  serve(api, books.list, (input) => {
    const { query } = input
    const sort = parseSort(query.sort, bookSortNames)
    const filter = filterByAll<BookFilter>([inLibraryFilter(query.libraryId), inSeries(query.seriesId)])
    return answerOrNotModified(db, input, () => list(input, query, { filter, sort }))
  })
  serve(api, books.find, ({ body, ...input }) =>
    list(input, input.query, {
      filter: body.condition ? parseBookCondition(body.condition) : undefined,
      search: body.fullTextSearch ?? undefined,
      sort: parseSort(input.query.sort, bookSortNames),
      includeDeleted: body.includeDeleted,
    }),
  )
  serve(api, books.ofSeries, (input) => {
    const { query, params, viewer } = input
    const sort = parseSort(query.sort, bookSortNames)
    return answerOrNotModified(db, input, async () => {
      if (!(await findSeries(db, viewer, params.id))) throw problem('not_found', 'There is no such series.')
      const inOrder = sort.length > 0 ? sort : ([{ field: 'number', direction: 'asc' }] as const)
      return list(input, query, { filter: inSeries(params.id), sort: inOrder, includeDeleted: query.includeDeleted })
    })
  })
  serve(api, books.ofLibrary, (input) => {
    const sort = parseSort(input.query.sort, bookSortNames)
    return answerOrNotModified(db, input, async () => {
      await requireVisibleLibrary(db, input.viewer, input.params.id)
      return list(input, input.query, { filter: inLibraryFilter(input.params.id), sort })
    })
  })
  mountHomeRows(api, db)
}

/** What the home page shows: each row for all libraries and for one. */
function mountHomeRows(api: OpenSurface, db: Db): void {
  for (const [ofAll, ofLibrary, listRow] of homeRows) {
    const answer = async (
      input: ViewerRequest,
      query: Paging & DetailQuery & { limit?: number },
      libraryId: string | undefined,
    ) => {
      const paging = { ...query, ...limitAsPageSize(query) }
      const found = await listRow(db, input.viewer, { libraryId }, limitAndOffsetOf(paging))
      return present(db, input, paging, found)
    }
    serve(api, ofAll, (input) =>
      answerOrNotModified(db, input, () => answer(input, input.query, input.query.libraryId)),
    )
    serve(api, ofLibrary, (input) =>
      answerOrNotModified(db, input, async () => {
        await requireVisibleLibrary(db, input.viewer, input.params.id)
        return answer(input, input.query, input.params.id)
      }),
    )
  }
}

type HomeRow = (db: Db, viewer: Viewer, query: HomeRowQuery, rows: PageRange) => Promise<ListPage<BookView>>

const listRecentlyAdded: HomeRow = (db, viewer, { libraryId }, rows) =>
  listBooks(
    db,
    viewer,
    {
      filter: filterByAll<BookFilter>([inLibraryFilter(libraryId), NOT_IN_HIDDEN_SERIES]),
      sort: [{ field: 'created_at', direction: 'desc' }],
    },
    rows,
  )

const homeRows = [
  [books.inProgress, books.inProgressOfLibrary, listInProgress],
  [books.onDeck, books.onDeckOfLibrary, listOnDeck],
  [books.recentlyAdded, books.recentlyAddedOfLibrary, listRecentlyAdded],
  [books.recentlyRead, books.recentlyReadOfLibrary, listRecentlyRead],
] as const

function inSeries(seriesId: string | undefined): BookFilter | undefined {
  return seriesId === undefined ? undefined : { seriesId: { op: 'in', ids: [seriesId] } }
}

async function present(
  db: Db,
  input: ViewerRequest,
  query: Paging & DetailQuery,
  found: ListPage<BookView>,
): Promise<PageOf<Book> | PageOf<FullBook>> {
  const { viewer } = input
  if (query.full) {
    const whole = await addBookMetadata(db, found.data)
    const data = whole.map((view) => withCoverColor(presentFullBook(view, viewer), view.coverColor, query))
    return presentListPage(input, query, { data, total: found.total })
  }
  const data = found.data.map((view) => withCoverColor(presentBook(view, viewer), view.coverColor, query))
  return presentListPage(input, query, { data, total: found.total })
}
