import { presentPage, rowsOfPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { wantToRead } from '../../contract/shelves.ts'
import { readBooks } from '../../store/book/read.ts'
import { readSeries } from '../../store/series/read.ts'
import { findMemberIds } from '../../store/shelf/find-members.ts'
import { collections, readLists } from '../../store/shelf/kind.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { addWishes, listWishes, removeWishes } from '../../store/wish/wish.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook } from '../present/book.ts'
import { presentSeries } from '../present/series.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountWantToRead(api: OpenSurface, { db }: AppContext): void {
  serve(api, wantToRead.series, async ({ query, viewer, request, href }) => {
    const { ids, total } = await listWishes(db, viewer, 'series', rowsOfPage(query))
    return presentPage({ request, href }, query, {
      data: (await readSeries(db, viewer, ids)).map(presentSeries),
      total,
    })
  })
  serve(api, wantToRead.books, async ({ query, viewer, request, href }) => {
    const { ids, total } = await listWishes(db, viewer, 'book', rowsOfPage(query))
    const data = (await readBooks(db, viewer, ids)).map((book) => presentBook(book, viewer))
    return presentPage({ request, href }, query, { data, total })
  })
  for (const [noun, add, remove] of [
    ['series', wantToRead.addSeries, wantToRead.removeSeries],
    ['book', wantToRead.addBook, wantToRead.removeBook],
  ] as const) {
    serve(api, add, async ({ params, viewer }) => {
      const id = await readId(viewer, noun, params.id)
      await db.transaction((tx) => addWishes(tx, viewer.userId, noun, [id]))
    })
    serve(api, remove, async ({ params, viewer }) => {
      const id = await readId(viewer, noun, params.id)
      const removed = await db.transaction((tx) => removeWishes(tx, viewer.userId, noun, [id]))
      if (removed === 0) throw problem('not_found', 'It was not on the list.')
    })
  }

  serve(api, wantToRead.markBooks, ({ body, viewer }) => mark(viewer, 'book', body.bookIds, body.wanted))
  serve(api, wantToRead.markSeries, ({ body, viewer }) => mark(viewer, 'series', body.seriesIds, body.wanted))

  async function mark(viewer: Viewer, noun: 'series' | 'book', uids: readonly string[], wanted = true) {
    const ids = await findMemberIds(db, viewer, kindOf(noun), [...new Set(uids)].map(uuidToBytes))
    const changed = await db.transaction((tx) => (wanted ? addWishes : removeWishes)(tx, viewer.userId, noun, ids))
    const things = noun === 'series' ? 'series' : changed === 1 ? 'book' : 'books'
    return { count: changed, message: `${changed} ${things} ${wanted ? 'put on' : 'taken off'} the list.` }
  }

  async function readId(viewer: Viewer, noun: 'series' | 'book', uid: string): Promise<number> {
    const [id] = await findMemberIds(db, viewer, kindOf(noun), [uuidToBytes(uid)])
    if (id === undefined) throw problem('not_found', `There is no such ${noun}.`)
    return id
  }
}

const kindOf = (noun: 'series' | 'book') => (noun === 'book' ? readLists : collections)
