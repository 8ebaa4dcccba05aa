import { removeBook } from '../../catalog/files/remove-book.ts'
import { parseBookCondition } from '../../catalog/filters/parse-book-condition.ts'
import { type Book, bookSortNames, books, type DetailQuery, type FullBook } from '../../contract/books.ts'
import { limitAndOffsetOf, type PageOf, type Paging, parseSort, presentListPage } from '../../contract/paging.ts'
import { Problem, problem } from '../../contract/problems.ts'
import { markBookMissing } from '../../scan/write/write-changes.ts'
import { findAdjacentBooks } from '../../store/book/adjacent-books.ts'
import type { BookFilter } from '../../store/book/filter.ts'
import { findBookToRemove } from '../../store/book/find-book-to-remove.ts'
import { addBookMetadata } from '../../store/book/full-book.ts'
import { type HomeRowQuery, listInProgress, listOnDeck, listRecentlyRead } from '../../store/book/home-rows.ts'
import { type BookQuery, listBooks } from '../../store/book/list.ts'
import { findBook } from '../../store/book/read.ts'
import type { BookView } from '../../store/book/view.ts'
import { filterByAll } from '../../store/list/combine-filters.ts'
import type { ListPage, PageRange } from '../../store/list/page-range.ts'
import type { Db } from '../../store/open.ts'
import { findSeries } from '../../store/series/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook, presentFullBook } from '../present/book.ts'
import { presentBookMetadata } from '../present/book-metadata.ts'
import { withCoverColor } from '../present/cover-color.ts'
import { type OpenSurface, serve, type ViewerRequest } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import { readFullBook } from './curation-context.ts'
import { inLibraryFilter, requireVisibleLibrary } from './library-filter.ts'
import { limitAsPageSize } from './limit-as-page-size.ts'

type HomeRow = (db: Db, viewer: Viewer, query: HomeRowQuery, rows: PageRange) => Promise<ListPage<BookView>>

export function mountBooks(api: OpenSurface, context: AppContext): void {
  const { db } = context

  const page = async (
    input: ViewerRequest,
    query: Paging & DetailQuery,
    found: (rows: PageRange) => Promise<ListPage<BookView>>,
  ) => {
    const { data, total } = await found(limitAndOffsetOf(query))
    return present(db, input, query, { data, total })
  }
  const list = (input: ViewerRequest, query: Paging & DetailQuery, wanted: BookQuery) =>
    page(input, query, (rows) => listBooks(db, input.viewer, wanted, rows))

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

  for (const [route, ofLibrary, list] of lists) {
    serve(api, route, (input) => {
      const paging = { ...input.query, ...limitAsPageSize(input.query) }
      const { libraryId } = input.query
      return answerOrNotModified(db, input, () =>
        page(input, paging, (rows) => list(db, input.viewer, { libraryId }, rows)),
      )
    })
    serve(api, ofLibrary, (input) => {
      const paging = { ...input.query, ...limitAsPageSize(input.query) }
      const libraryId = input.params.id
      return answerOrNotModified(db, input, async () => {
        await requireVisibleLibrary(db, input.viewer, libraryId)
        return page(input, paging, (rows) => list(db, input.viewer, { libraryId }, rows))
      })
    })
  }

  serve(api, books.read, (input) =>
    answerOrNotModified(db, input, async () => {
      const book = await readFullBook(db, input.viewer, input.params.id)
      if (input.query.full) return presentFullBook(book, input.viewer)
      return { book: presentBook(book, input.viewer), metadata: presentBookMetadata(book) }
    }),
  )
  serve(api, books.readFull, (input) =>
    answerOrNotModified(db, input, async () => {
      return presentFullBook(await readFullBook(db, input.viewer, input.params.id), input.viewer)
    }),
  )
  serve(api, books.remove, async ({ params, query, viewer, request }) => {
    const book = await findBookToRemove(db, viewer, uuidToBytes(params.id))
    if (!book) throw problem('not_found', 'There is no such book.')
    request.audited = { targetName: book.path, details: { file: query.file ?? 'keep' } }
    await removeBook(removalDeps(context), book, { file: query.file ?? 'keep', purge: query.purge })
  })
  serve(api, books.removeMany, async ({ body, viewer, request }) => {
    const failures: { bookId: string; error: string; message: string }[] = []
    const removed: string[] = []
    for (const bookId of new Set(body.bookIds)) {
      const book = await findBookToRemove(db, viewer, uuidToBytes(bookId))
      if (!book) continue
      try {
        const isDone = await removeBook(removalDeps(context), book, { file: body.file ?? 'keep', purge: body.purge })
        if (isDone) removed.push(book.path)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        failures.push({ bookId, error: error.code, message: error.message })
      }
    }
    const count = removed.length
    const details = { file: body.file ?? 'keep', count, paths: removed.slice(0, 50) }
    request.audited = { targetType: 'book', targetName: removed.slice(0, 10).join(', '), details }
    return { count, message: `${count} ${count === 1 ? 'book' : 'books'} removed.`, failures }
  })
  serve(api, books.adjacent, (input) =>
    answerOrNotModified(db, input, async () => {
      const book = await read(db, input.viewer, input.params.id)
      const { prev, next } = await findAdjacentBooks(db, input.viewer, book)
      return {
        prev: prev && presentBook(prev, input.viewer),
        next: next && presentBook(next, input.viewer),
      }
    }),
  )
}

const listRecentlyAdded: HomeRow = (db, viewer, { libraryId }, rows) =>
  listBooks(
    db,
    viewer,
    { filter: inLibraryFilter(libraryId), sort: [{ field: 'created_at', direction: 'desc' }] },
    rows,
  )

const lists = [
  [books.inProgress, books.inProgressOfLibrary, listInProgress],
  [books.onDeck, books.onDeckOfLibrary, listOnDeck],
  [books.recentlyAdded, books.recentlyAddedOfLibrary, listRecentlyAdded],
  [books.recentlyRead, books.recentlyReadOfLibrary, listRecentlyRead],
] as const

function inSeries(seriesId: string | undefined): BookFilter | undefined {
  return seriesId === undefined ? undefined : { seriesId: { op: 'in', ids: [seriesId] } }
}

const removalDeps = ({ db, tasks, events, images }: AppContext) => ({
  db,
  coalescer: events,
  thumbnails: images.thumbnails,
  markMissing: markBookMissing.bind(null, { db, tasks, coalescer: events }),
})

async function read(db: Db, viewer: Viewer, id: string): Promise<BookView> {
  const book = await findBook(db, viewer, id)
  if (!book) throw problem('not_found', 'There is no such book.')
  return book
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
