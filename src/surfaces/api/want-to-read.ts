import { wantToRead } from '../../contract/curated-lists.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { readBooks } from '../../store/book/read.ts'
import { collectionKind, readListKind } from '../../store/curated-list/list-kind.ts'
import { findMemberIdsByUid } from '../../store/curated-list/translate-member-ids.ts'
import { readSeries } from '../../store/series/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { addWantToRead, listWantToRead, removeWantToRead } from '../../store/want-to-read/want-to-read.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook } from '../present/book.ts'
import { presentSeries } from '../present/series.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountWantToRead(api: OpenSurface, { db }: AppContext): void {
  serve(api, wantToRead.series, async ({ query, viewer, request, href }) => {
    const { ids, total } = await listWantToRead(db, viewer, 'series', limitAndOffsetOf(query))
    return presentListPage({ request, href }, query, {
      data: (await readSeries(db, viewer, ids)).map(presentSeries),
      total,
    })
  })
  serve(api, wantToRead.books, async ({ query, viewer, request, href }) => {
    const { ids, total } = await listWantToRead(db, viewer, 'book', limitAndOffsetOf(query))
    const data = (await readBooks(db, viewer, ids)).map((book) => presentBook(book, viewer))
    return presentListPage({ request, href }, query, { data, total })
  })
  for (const [entity, add, remove] of [
    ['series', wantToRead.addSeries, wantToRead.removeSeries],
    ['book', wantToRead.addBook, wantToRead.removeBook],
  ] as const) {
    serve(api, add, async ({ params, viewer }) => {
      const id = await readId(viewer, entity, params.id)
      await db.transaction((tx) => addWantToRead(tx, viewer.userId, entity, [id]))
    })
    serve(api, remove, async ({ params, viewer }) => {
      const id = await readId(viewer, entity, params.id)
      const removed = await db.transaction((tx) => removeWantToRead(tx, viewer.userId, entity, [id]))
      if (removed === 0) throw problem('not_found', 'It is not on the list.')
    })
  }

  serve(api, wantToRead.markBooks, ({ body, viewer }) => mark(viewer, 'book', body.bookIds, body.wanted))
  serve(api, wantToRead.markSeries, ({ body, viewer }) => mark(viewer, 'series', body.seriesIds, body.wanted))

  async function mark(viewer: Viewer, entity: 'series' | 'book', uids: readonly string[], wanted = true) {
    const ids = await findMemberIdsByUid(db, viewer, kindOf(entity), [...new Set(uids)].map(uuidToBytes))
    const changed = await db.transaction((tx) =>
      (wanted ? addWantToRead : removeWantToRead)(tx, viewer.userId, entity, ids),
    )
    const noun = entity === 'series' ? 'series' : changed === 1 ? 'book' : 'books'
    return { count: changed, message: `${changed} ${noun} ${wanted ? 'added to' : 'removed from'} the list.` }
  }

  async function readId(viewer: Viewer, entity: 'series' | 'book', uid: string): Promise<number> {
    const [id] = await findMemberIdsByUid(db, viewer, kindOf(entity), [uuidToBytes(uid)])
    if (id === undefined) throw problem('not_found', `There is no such ${entity}.`)
    return id
  }
}

const kindOf = (entity: 'series' | 'book') => (entity === 'book' ? readListKind : collectionKind)
