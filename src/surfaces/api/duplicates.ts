import { findDuplicatesTask } from '../../catalog/duplicates/find-duplicates.ts'
import { duplicates } from '../../contract/duplicates.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { readBooks } from '../../store/book/read.ts'
import { deleteDuplicateGroup, listDuplicateGroups, readLastDuplicateSearch } from '../../store/duplicate/duplicate.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook } from '../present/book.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'
import { presentTask } from '../present/task.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountDuplicates(api: OpenSurface, { db, tasks }: AppContext): void {
  serve(api, duplicates.list, async ({ query, viewer, request, href }) => {
    const { data: groups, total } = await listDuplicateGroups(db, viewer, limitAndOffsetOf(query))
    const views = await readBooks(
      db,
      viewer,
      groups.flatMap((group) => group.bookIds),
    )
    const byId = new Map(views.map((view) => [view.id, view]))
    const data = groups.map((group) => {
      const books = group.bookIds.flatMap((id) => byId.get(id) ?? []).map((view) => presentBook(view, viewer))
      return {
        id: bytesToUuid(group.uid),
        fileHash: group.hash,
        bookIds: books.map((book) => book.id),
        books,
        duplicateCount: books.length,
        createdAt: formatTimestamp(group.createdAt),
        updatedAt: formatTimestamp(group.updatedAt),
      }
    })
    const lastSearchedAt = formatTimestampOrNull(await readLastDuplicateSearch(db))
    return { ...presentListPage({ request, href }, query, { data, total }), lastSearchedAt }
  })

  serve(api, duplicates.scan, async () => {
    const { task, isNew } = await tasks.add(findDuplicatesTask, {})
    if (!isNew)
      throw problem('conflict', 'A search for duplicates is already running.', { taskId: bytesToUuid(task.uid) })
    return presentTask(task)
  })

  serve(api, duplicates.forget, async ({ params, viewer }) => {
    const { data: groups } = await listDuplicateGroups(db, viewer, { limit: Number.POSITIVE_INFINITY, offset: 0 })
    const isSeen = groups.some((group) => bytesToUuid(group.uid) === params.id.toLowerCase())
    if (!isSeen) throw problem('not_found', 'There is no such group.')
    await db.transaction((tx) => deleteDuplicateGroup(tx, uuidToBytes(params.id)))
  })
}
