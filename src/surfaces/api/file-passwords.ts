import { queueReanalysis } from '../../analyse/queue-reanalysis.ts'
import { analyseBookTask } from '../../analyse/tasks.ts'
import { filePassword } from '../../contract/file-password.ts'
import { problem, rateLimitProblem, validationProblem } from '../../contract/problems.ts'
import { FormatError } from '../../formats/errors.ts'
import type { Publication } from '../../formats/publication.ts'
import { withLibraryFileForThread } from '../../images/limit-library-reads.ts'
import { removeFilePassword, writeFilePassword } from '../../store/book/file-password.ts'
import { type BookToAnalyse, findBooksToAnalyse } from '../../store/book/find-books-to-analyse.ts'
import type { Tx } from '../../store/open.ts'
import type { ServedBookFile } from '../../store/page/served-book-file.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { throwUnreadableBook } from '../deliver/epub-contents.ts'
import { openBucketStore } from '../edge/rate-limit-buckets.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { noSuchBook, readServedBookFile } from './read-book.ts'

/** Passwords of encrypted files, stored with the book: its pages, cover and text are then like those of any other. */
export function mountFilePasswords(api: OpenSurface, context: AppContext): void {
  const { db, tasks, images } = context
  const attempts = openBucketStore({ rps: 1 / SECONDS_PER_ATTEMPT, burst: ATTEMPTS }, 10_000)

  serve(api, filePassword.save, async ({ params, body, viewer }) => {
    const file = await readServedBookFile(db, viewer, params.id)
    const book = await readBook(viewer, params.id)
    const { allowed, resetSeconds } = attempts.take(String(viewer.userId), performance.now())
    if (!allowed) throw rateLimitProblem(resetSeconds)
    const password = images.filePasswords.seal(body.password)
    const [opened, before] = [await readWith(file, password), await readWith(file, undefined)]
    if (!before.isLocked) throw problem('conflict', 'This file is not protected by a password.')
    if (opened.isLocked) {
      const message =
        opened.readablePages > before.readablePages
          ? 'This password opens only some of the pages. Files with several passwords can’t be unlocked.'
          : 'This is not the password of this file.'
      throw validationProblem([{ path: 'password', message }])
    }
    await db.transaction(async (tx) => {
      await writeFilePassword(tx, book, password)
      await queueAnalysis(tx, [book.id], book)
    })
    // Other books of the series often have the same password.
    await queueReanalysis(context, viewer, {
      seriesId: book.seriesId,
      withErrors: { types: ['parser', 'page_extraction'] },
    })
  })

  serve(api, filePassword.remove, async ({ params, viewer }) => {
    const book = await readBook(viewer, params.id)
    await db.transaction(async (tx) => queueAnalysis(tx, await removeFilePassword(tx, book), book))
    tasks.wake()
  })

  async function readBook(viewer: Viewer, id: string): Promise<BookToAnalyse> {
    const [book] = await findBooksToAnalyse(db, viewer, { bookUids: [uuidToBytes(id)] }, { after: 0, limit: 1 })
    if (!book) throw noSuchBook()
    return book
  }

  /** Whether anything in the file stays encrypted, and how many of its pages don't. */
  async function readWith(
    file: ServedBookFile,
    password: string | undefined,
  ): Promise<{ isLocked: boolean; readablePages: number }> {
    const isLocked = ({ details }: Pick<Publication['warnings'][number], 'details'>) => details?.encrypted === true
    try {
      const read = await withLibraryFileForThread(file, (path) => images.readPublication(path, password))
      const readablePages = read.pages.filter(({ width }) => width !== null).length
      return { isLocked: read.warnings.some(isLocked), readablePages }
    } catch (error) {
      if (error instanceof FormatError && isLocked(error)) return { isLocked: true, readablePages: 0 }
      return throwUnreadableBook(error)
    }
  }

  function queueAnalysis(tx: Tx, bookIds: readonly number[], { libraryId, seriesId }: BookToAnalyse) {
    const requests = bookIds.map((bookId) => ({
      bookId,
      libraryId,
      seriesId,
      params: { force: true },
      priority: SOMEONE_WAITS,
    }))
    return tasks.addIn(tx, analyseBookTask, requests)
  }
}

/** Ahead of the thousands of a first scan. */
const SOMEONE_WAITS = 990

/** Each attempt opens the file, and passwords are not to be guessed. */
const ATTEMPTS = 5
const SECONDS_PER_ATTEMPT = 10
