import { books } from '../../../contract/komga/books.ts'
import { series } from '../../../contract/komga/series.ts'
import type { BookFilter } from '../../../store/book/filter.ts'
import { readBooks } from '../../../store/book/read.ts'
import { collectionKind, readListKind } from '../../../store/curated-list/list-kind.ts'
import { listVisibleMemberIds } from '../../../store/curated-list/read.ts'
import { filterByAll } from '../../../store/list/combine-filters.ts'
import { findFilesOfSeries } from '../../../store/page/served-book-file.ts'
import type { SeriesFilter } from '../../../store/series/filter.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { deliverZipOfBooks } from '../../deliver/zip-of-books.ts'
import { fullPathOf } from '../../present/full-path.ts'
import { serve } from '../../serve.ts'
import { komgaAnswerOrNotModified } from '../komga-answer-or-not-modified.ts'
import type { KomgaContext } from '../komga-context.ts'
import { findBooksOfPage, listBooksPage, listSeriesPage } from '../list-komga-pages.ts'
import { type Pageable, readPageable } from '../pageable.ts'
import { presentKomgaBooks } from '../present/book.ts'
import { notFoundProblem, readBookView, readCuratedList, uidOrNotFound } from '../read-by-komga-id.ts'
import { queryOf } from '../read-query.ts'
import { bookFilterFromQuery, seriesFilterFromQuery } from '../search/filter-from-query.ts'

/** The content of collections and read lists, and all of it as one file. */
export function mountContentsOfLists({ surface, context: { db } }: KomgaContext): void {
  serve(surface, series.ofCollection, (input) =>
    komgaAnswerOrNotModified(db, input, async () => {
      const list = await readCuratedList(db, input.viewer, collectionKind, input.params.id)
      const query = queryOf(input.request)
      const filter = filterByAll<SeriesFilter>([{ collection: [input.params.id] }, seriesFilterFromQuery(query)])
      const usual = list.isOrdered ? 'collection.number' : 'metadata.titleSort'
      const pageable = orBy(readPageable(query), usual)
      return listSeriesPage(db, input.viewer, { query: { filter }, pageable, list: input.params.id })
    }),
  )

  serve(surface, books.ofReadList, (input) =>
    komgaAnswerOrNotModified(db, input, async () => {
      const list = await readCuratedList(db, input.viewer, readListKind, input.params.id)
      const query = queryOf(input.request)
      const { filter, includeDeleted } = bookFilterFromQuery(query)
      const wanted = filterByAll<BookFilter>([{ readList: [input.params.id] }, filter])
      const usual = list.isOrdered ? 'readList.number' : 'metadata.releaseDate'
      const pageable = orBy(readPageable(query), usual)
      return listBooksPage(db, input.viewer, {
        query: { filter: wanted, includeDeleted },
        pageable,
        list: input.params.id,
        isShort: true,
      })
    }),
  )

  for (const [route, step] of [
    [books.nextOfReadList, 1],
    [books.previousOfReadList, -1],
  ] as const) {
    serve(surface, route, async ({ params, viewer }) => {
      const list = await readCuratedList(db, viewer, readListKind, params.id)
      // As it is listed: one without its own order is sorted by release date.
      if (!list.isOrdered) return neighbour(viewer, params, step)
      const { ids } = await listVisibleMemberIds(db, viewer, readListKind, list, ALL)
      const here = ids.indexOf((await readBookView(db, viewer, params.bookId)).id)
      const other = here < 0 ? undefined : ids[here + step]
      if (other === undefined) throw notFoundProblem('book')
      return (await presentKomgaBooks(db, viewer, await readBooks(db, viewer, [other])))[0]!
    })
  }

  async function neighbour(viewer: Viewer, { id, bookId }: { id: string; bookId: string }, step: number) {
    const pageable = { page: 0, size: 20, isUnpaged: true, orders: [] }
    const query = { filter: { readList: [id] } as BookFilter, includeDeleted: false }
    const listed = orBy(pageable, 'metadata.releaseDate')
    const { ids } = await findBooksOfPage(db, viewer, { query, pageable: listed, list: id })
    const here = ids.indexOf((await readBookView(db, viewer, bookId)).id)
    const other = here < 0 ? undefined : ids[here + step]
    if (other === undefined) throw notFoundProblem('book')
    return (await presentKomgaBooks(db, viewer, await readBooks(db, viewer, [other])))[0]!
  }

  serve(surface, books.readListFile, async ({ params, viewer, reply }) => {
    const list = await readCuratedList(db, viewer, readListKind, params.id)
    const { ids } = await listVisibleMemberIds(db, viewer, readListKind, list, ALL)
    const found = await readBooks(db, viewer, ids)
    return deliverZipOfBooks(
      reply,
      list.name,
      found.map((book) => ({ path: fullPathOf(book), root: book.root, fileName: book.fileName })),
    )
  })
  serve(surface, series.file, async ({ params, viewer, reply }) => {
    const found = await findFilesOfSeries(db, viewer, uidOrNotFound(params.id, 'series'))
    if (!found) throw notFoundProblem('series')
    return deliverZipOfBooks(reply, found.title, found.files)
  })
}

const ALL = { limit: 100_000, offset: 0 }

function orBy(pageable: Pageable, property: string): Pageable {
  return pageable.orders.length > 0 ? pageable : { ...pageable, orders: [{ property, direction: 'asc' }] }
}
