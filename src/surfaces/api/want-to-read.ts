import { presentPage, rowsOfPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { wantToRead } from '../../contract/shelves.ts'
import { readBooks } from '../../store/book/read.ts'
import { readSeries } from '../../store/series/read.ts'
import { findMemberIds } from '../../store/shelf/find-members.ts'
import { collections, readLists } from '../../store/shelf/kind.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { addWish, listWishes, removeWish } from '../../store/wish/wish.ts'
import type { House } from '../house.ts'
import { presentBook } from '../present/book.ts'
import { presentSeries } from '../present/series.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountWantToRead(api: OpenSurface, { db }: House): void {
  serve(api, wantToRead.series, async ({ query, viewer, request }) => {
    const { ids, total } = await listWishes(db, viewer, 'series', rowsOfPage(query))
    return presentPage(request.url, query, { data: (await readSeries(db, viewer, ids)).map(presentSeries), total })
  })
  serve(api, wantToRead.books, async ({ query, viewer, request }) => {
    const { ids, total } = await listWishes(db, viewer, 'book', rowsOfPage(query))
    const data = (await readBooks(db, viewer, ids)).map((book) => presentBook(book, viewer))
    return presentPage(request.url, query, { data, total })
  })
  for (const [noun, add, remove] of [
    ['series', wantToRead.addSeries, wantToRead.removeSeries],
    ['book', wantToRead.addBook, wantToRead.removeBook],
  ] as const) {
    serve(api, add, async ({ params, viewer }) => {
      const id = await readId(viewer, noun, params.id)
      await db.transaction((tx) => addWish(tx, viewer.userId, noun, id))
    })
    serve(api, remove, async ({ params, viewer }) => {
      const id = await readId(viewer, noun, params.id)
      const wasThere = await db.transaction((tx) => removeWish(tx, viewer.userId, noun, id))
      if (!wasThere) throw problem('not_found', 'It was not on the list.')
    })
  }

  async function readId(viewer: Viewer, noun: 'series' | 'book', uid: string): Promise<number> {
    const [id] = await findMemberIds(db, viewer, noun === 'book' ? readLists : collections, [uuidToBytes(uid)])
    if (id === undefined) throw problem('not_found', `There is no such ${noun}.`)
    return id
  }
}
