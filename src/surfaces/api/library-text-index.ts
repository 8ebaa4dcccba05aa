import { indexTextTask } from '../../catalog/text-search/index-text-task.ts'
import { libraries } from '../../contract/libraries.ts'
import { readTextIndexProgress } from '../../store/book-text/books-to-index.ts'
import { findNewestTask } from '../../store/task/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readLibrary } from './read-library.ts'

/** How far the texts of a library's books are indexed for search. */
export function mountLibraryTextIndex(api: OpenSurface, { db }: AppContext): void {
  serve(api, libraries.textIndex, async ({ params, viewer }) => {
    const library = await readLibrary(db, viewer, params.id)
    const { indexed, failed, ...index } = await readTextIndexProgress(db, viewer, library.id)
    const task = await findNewestTask(db, library.id, [indexTextTask.type])
    const open = task?.status === 'pending' || task?.status === 'running' ? task : undefined
    const isDone = indexed + failed >= index.books
    const isOn = library.textSearch
    const atRest = isDone ? ('ready' as const) : ('waiting' as const)
    const status = open?.status === 'running' ? ('running' as const) : isOn ? atRest : ('off' as const)
    const taskId = open ? bytesToUuid(open.uid) : null
    return { enabled: isOn, status, ...index, indexedBooks: indexed, failedBooks: failed, taskId }
  })
}
