import { findViewerOfUser } from '../catalog/access/viewer-of-user.ts'
import { analyseFileInThread } from '../formats/isolate/reading-thread-requests.ts'
import { withFileInLibrary } from '../images/open-file-in-library.ts'
import { isSpreadCover } from '../images/thumbnail.ts'
import {
  type BookScope,
  type BookWithFileCover,
  countBooksWithFileCover,
  findBooksWithFileCover,
  writeGeneratedCover,
} from '../store/book/books-with-file-cover.ts'
import type { Db } from '../store/open.ts'
import { bumpRevisions } from '../store/revision.ts'
import { bytesToUuid, uuidToBytes } from '../store/uid.ts'
import {
  PermanentTaskError,
  type TaskContext,
  type TaskHandler,
  type TaskWithParams,
  taskHandler,
} from '../tasks/task-kind.ts'
import type { AnalyseDeps } from './analyse-deps.ts'
import { makeAndStoreThumbnail, type ThumbnailMakingDeps } from './make-thumbnail-of-cover.ts'
import { type AnalysisScope, finaliseSeriesTask, generateThumbnailsTask } from './tasks.ts'

export function generateThumbnailsHandler(deps: AnalyseDeps): TaskHandler {
  return taskHandler(generateThumbnailsTask, 'other', (task, context) => draw(deps, task, context))
}

interface Drawn {
  drawn: number
  skipped: number
  failed: number
}

async function draw(
  deps: AnalyseDeps,
  task: TaskWithParams<AnalysisScope & { force?: boolean }>,
  context: TaskContext,
) {
  const { covers } = deps
  const drawn: Drawn = { drawn: 0, skipped: 0, failed: 0 }
  if (!covers) return drawn
  const scope = await bookScopeOfTask(deps.db, task)
  const total = await countBooksWithFileCover(deps.db, scope)
  let done = 0
  for (let after = 0; ; ) {
    const books = await findBooksWithFileCover(deps.db, scope, { after, limit: AT_ONCE })
    if (books.length === 0) return drawn
    after = books.at(-1)!.id
    for (const book of books) {
      context.signal.throwIfAborted()
      drawn[await drawOne(deps, covers, book, task.params.force ?? false, context.signal)]++
      context.progress(++done, total, null, drawn)
    }
    await finaliseAfter(deps, books)
  }
}

export async function bookScopeOfTask(db: Db, task: TaskWithParams<AnalysisScope>): Promise<BookScope> {
  const { libraryId, seriesId, bookId, params } = task
  const { bookIds, seriesIds, userId } = params
  const requester = userId === undefined ? undefined : await findViewerOfUser(db, userId)
  if (userId !== undefined && !requester) {
    throw new PermanentTaskError('The account that requested this was deleted or disabled.')
  }
  return {
    sees: requester?.sees,
    libraryId,
    seriesId,
    bookId,
    bookUids: bookIds?.map(uuidToBytes),
    seriesUids: seriesIds?.map(uuidToBytes),
  }
}

async function drawOne(
  { db, threads, limits, coalescer }: AnalyseDeps,
  covers: ThumbnailMakingDeps,
  book: BookWithFileCover,
  force: boolean,
  signal: AbortSignal,
): Promise<keyof Drawn> {
  const uid = bytesToUuid(book.uid)
  const isThere = book.coverVersion > 0 && (await covers.thumbnails.find(uid, book.coverVersion)) !== undefined
  if (isThere && !force) return 'skipped'
  const read = await withFileInLibrary(book.file, (path) =>
    analyseFileInThread(threads, path, { limits, password: book.file.password, withCover: true, signal }),
  ).catch(() => undefined)
  signal.throwIfAborted()
  const page = {
    isSpread: read ? isSpreadCover(read.publication.pages) : false,
    isRightToLeft: read?.publication.metadata.readingDirection === 'rtl',
  }
  const made = read?.cover ? await makeAndStoreThumbnail(covers, book.uid, read.cover, page) : undefined
  if (!made || 'problem' in made) return 'failed'
  const isShown = await db.transaction(async (tx) => {
    const isWritten = await writeGeneratedCover(tx, book.id, made)
    await bumpRevisions(tx, 'catalog', `library:${book.libraryId}`)
    return isWritten
  })
  await covers.thumbnails.remove(uid, isShown ? book.coverVersion : made.version)
  const libraryId = bytesToUuid(book.libraryUid)
  if (isShown)
    coalescer.emit({ type: 'cover_updated', entityType: 'book', entityId: uid, libraryId }, { class: book.class })
  return isShown ? 'drawn' : 'skipped'
}

/** A series takes its colour from its first cover. */
async function finaliseAfter({ db, tasks }: AnalyseDeps, books: readonly BookWithFileCover[]): Promise<void> {
  const series = new Map(books.map((book) => [book.seriesId, book.libraryId]))
  const requests = [...series].map(([seriesId, libraryId]) => ({ seriesId, libraryId, params: { rename: false } }))
  await db.transaction((tx) => tasks.addIn(tx, finaliseSeriesTask, requests))
  tasks.wake()
}

const AT_ONCE = 200
