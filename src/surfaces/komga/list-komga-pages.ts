import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { BookDto } from '../../contract/komga/books.ts'
import type { SeriesDto } from '../../contract/komga/series.ts'
import type { SpringPageOf } from '../../contract/komga/shared-schemas.ts'
import { hasDeletedBooks } from '../../store/book/count-deleted.ts'
import { type BookQuery, listBookIds } from '../../store/book/list.ts'
import { readBooks } from '../../store/book/read.ts'
import { collectionKind, readListKind } from '../../store/curated-list/list-kind.ts'
import { findCuratedList, listVisibleMemberIds } from '../../store/curated-list/read.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { PageRange } from '../../store/list/page-range.ts'
import type { Db } from '../../store/open.ts'
import { listSeriesIds, type SeriesQuery } from '../../store/series/list.ts'
import { readSeries } from '../../store/series/read.ts'
import { parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { StreamedAnswer } from '../edge/streamed-answer.ts'
import { limitAndOffsetOfPageable, type Pageable, presentSpringPage } from './pageable.ts'
import { presentKomgaBooks } from './present/book.ts'
import { presentKomgaSeries } from './present/series.ts'
import { bookSorting, type KomgaSorting, seriesSorting } from './search/sort.ts'
import { shuffle } from './shuffle.ts'

interface Wanted<Query> {
  query: Query
  pageable: Pageable
  /** The collection or read list whose order the members may be sorted by. */
  list?: string
  /** For few books, checking first whether any is missing would cost more than the query. */
  isShort?: boolean
  /** The order if the request has none. */
  usual?: Query extends { sort?: infer Sort } ? Sort : never
}

/** Finds series and presents them: every list of series ends here. */
export async function listSeriesPage(
  db: Db,
  viewer: Viewer,
  wanted: Wanted<SeriesQuery>,
): Promise<SpringPageOf<SeriesDto>> {
  const sorting = seriesSorting(wanted.pageable.orders)
  const query = { ...wanted.query, sort: sorting.sort.length > 0 ? sorting.sort : wanted.usual }
  const found = await idsOf(db, wanted.pageable, (rows) => listSeriesIds(db, viewer, query, rows), {
    sorting,
    membersOf: () => membersOf(db, viewer, 'collection', wanted.list),
    seed: viewer.userId,
  })
  return presentPage({ ...wanted, ...found, isSorted: sorting.isSorted }, async (ids) =>
    presentKomgaSeries(db, viewer, await readSeries(db, viewer, ids)),
  )
}

export async function listBooksPage(db: Db, viewer: Viewer, wanted: Wanted<BookQuery>): Promise<SpringPageOf<BookDto>> {
  const found = await findBooksOfPage(db, viewer, wanted)
  return presentPage({ ...wanted, ...found }, async (ids) =>
    presentKomgaBooks(db, viewer, await readBooks(db, viewer, ids)),
  )
}

/** The internal ids of a page. */
export async function findBooksOfPage(
  db: Db,
  viewer: Viewer,
  wanted: Wanted<BookQuery>,
): Promise<{ ids: number[]; total: number; isSorted: boolean }> {
  const sorting = bookSorting(wanted.pageable.orders)
  const query = { ...wanted.query, sort: sorting.sort.length > 0 ? sorting.sort : wanted.usual }
  // Books whose file is missing stay in the lists, shown as deleted.
  if (query.includeDeleted !== false)
    query.includeDeleted = (wanted.isShort || (await hasDeletedBooks(db, viewer))) && 'of_live_series'
  const found = await idsOf(db, wanted.pageable, (rows) => listBookIds(db, viewer, query, rows), {
    sorting,
    membersOf: () => membersOf(db, viewer, 'readList', wanted.list),
    seed: viewer.userId,
  })
  return { ...found, isSorted: sorting.isSorted }
}

interface FoundPage {
  pageable: Pageable
  isSorted: boolean
  ids: readonly number[]
  total: number
}

/** An unpaged list may be the whole library, a kilobyte or more per book: it is sent in parts. */
async function presentPage<T>(
  { pageable, isSorted, ids, total }: FoundPage,
  present: (ids: readonly number[]) => Promise<T[]>,
): Promise<SpringPageOf<T>> {
  if (ids.length > AT_ONCE) {
    const answer: object = new StreamedAnswer(async function* () {
      const shown = { data: [] as T[], total }
      let count = 0
      yield '{"content":['
      for (const some of inChunks(ids, PRESENTED_AT_ONCE)) {
        const data = await present(some)
        if (data.length === 0) continue
        yield `${count > 0 ? ',' : ''}${data.map((one) => JSON.stringify(one)).join(',')}`
        count += data.length
      }
      const { content: _content, ...rest } = presentSpringPage(pageable, isSorted, shown)
      yield `],${JSON.stringify({ ...rest, numberOfElements: count, empty: count === 0 }).slice(1)}`
    })
    return answer as SpringPageOf<T>
  }
  const data: T[] = []
  for (const some of inChunks(ids)) {
    if (data.length > 0) await letOthersRun()
    data.push(...(await present(some)))
  }
  return presentSpringPage(pageable, isSorted, { data, total })
}

const PRESENTED_AT_ONCE = 100

export async function presentKomgaBooksById(db: Db, viewer: Viewer, ids: readonly number[]): Promise<BookDto[]> {
  const data: BookDto[] = []
  for (const some of inChunks(ids))
    data.push(...(await presentKomgaBooks(db, viewer, await readBooks(db, viewer, some))))
  return data
}

interface Own {
  sorting: KomgaSorting<string>
  /** Internal ids in the order of the list; undefined if there is no list. */
  membersOf(): Promise<number[] | undefined>
  seed: number
}

type List = (rows: PageRange) => Promise<{ ids: number[]; total: number }>

async function idsOf(db: Db, pageable: Pageable, list: List, { sorting, membersOf, seed }: Own) {
  const { own } = sorting
  if (!own) return pageable.isUnpaged ? listAll(list) : list(limitAndOffsetOfPageable(pageable))
  const all = await listAll(list)
  const ids =
    own.order === 'random'
      ? shuffle(db, all.ids, seed, pageable.page === 0)
      : inOrderOf(await membersOf(), all.ids, own.direction)
  const { limit, offset } = limitAndOffsetOfPageable(pageable)
  return { ids: pageable.isUnpaged ? ids : ids.slice(offset, offset + limit), total: all.total }
}

const AT_ONCE = 2000

/** In steps, so that no single query is long. */
async function listAll(list: List): Promise<{ ids: number[]; total: number }> {
  let all: number[] = []
  for (;;) {
    const { ids } = await list({ limit: AT_ONCE, offset: all.length })
    all = all.concat(ids)
    if (ids.length < AT_ONCE) return { ids: all, total: all.length }
    await letOthersRun()
  }
}

function inOrderOf(members: number[] | undefined, ids: number[], direction: 'asc' | 'desc'): number[] {
  if (!members) return ids
  const wanted = new Set(ids)
  const sorted = members.filter((id) => wanted.has(id))
  return direction === 'asc' ? sorted : sorted.reverse()
}

async function membersOf(
  db: Db,
  viewer: Viewer,
  what: 'collection' | 'readList',
  id: string | undefined,
): Promise<number[] | undefined> {
  const kind = what === 'collection' ? collectionKind : readListKind
  const uid = id === undefined ? undefined : parseUid(id)
  const list = uid && (await findCuratedList(db, viewer, kind, uid))
  if (!list) return undefined
  const all = { limit: 1_000_000, offset: 0 }
  return (await listVisibleMemberIds(db, viewer, kind, { id: list.id, isOrdered: true }, all)).ids
}
