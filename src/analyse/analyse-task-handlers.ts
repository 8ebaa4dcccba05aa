import { setTimeout as sleep } from 'node:timers/promises'
import type { Publication, PublicationMetadata } from '../formats/publication.ts'
import { ConcurrencyLimit } from '../images/concurrency-limit.ts'
import { type FirstPageHints, isSpreadCover } from '../images/thumbnail.ts'
import { type FileToAnalyse, findFileToAnalyse } from '../store/book/find-file-to-analyse.ts'
import type { BookBeforeAnalysis } from '../store/book/write-analysis.ts'
import { bumpRevisions } from '../store/revision.ts'
import { endTasks, type TaskEnding } from '../store/task/running-tasks.ts'
import { bytesToUuid } from '../store/uid.ts'
import {
  type TaskContext,
  type TaskHandler,
  type TaskWithParams,
  taskAlreadyEnded,
  taskHandler,
} from '../tasks/task-kind.ts'
import type { AnalyseDeps } from './analyse-deps.ts'
import type { AnalysedFile } from './analysed-file.ts'
import { describeUnreadableBook } from './describe-unreadable-book.ts'
import { emitRegroupedSeries } from './emit-regrouped-series.ts'
import { FileFault } from './file-fault.ts'
import { finaliseSeries, planFinalising } from './finalise-series.ts'
import { generateThumbnailsHandler } from './generate-thumbnails-handler.ts'
import { GroupCommit } from './group-commit.ts'
import { emitFilledListEvents } from './lists-from-files.ts'
import { makeAndStoreThumbnail } from './make-thumbnail-of-cover.ts'
import { replacesCover } from './merge-file-into-book-row.ts'
import { readBookWithPassword } from './read-book-with-password.ts'
import { mergeOpfBesideBook } from './read-sidecar-files.ts'
import { rereadLibraryFilesHandler } from './reread-library-files-handler.ts'
import { retitleHandler } from './retitle-series.ts'
import { analyseBookTask, finaliseSeriesTask } from './tasks.ts'
import { type WrittenBooks, writeAnalysedFiles } from './write-analysed-files.ts'

interface Item {
  finding: AnalysedFile | undefined
  ending: TaskEnding
}

export function analyseHandlers(deps: AnalyseDeps): TaskHandler[] {
  // Few files are read at a time, because their covers are in memory; many may wait to be written together.
  const reading = new ConcurrencyLimit(deps.readAtOnce)
  const isMoreComing = () => reading.busy > 0
  const commit = new GroupCommit<Item>((items) => write(deps, items), {
    max: BATCH,
    maxWaitMs: MAX_WAIT_MS,
    isMoreComing,
  })
  return [
    taskHandler(
      analyseBookTask,
      'analyse',
      async (task, context) => {
        const finding = await reading.run(() => analyse(deps, task, context))
        await commit.add({ finding, ending: context.ending() })
        return taskAlreadyEnded
      },
      async (task, ending, error) => {
        const finding = await describeUnreadableBook(deps.db, task.bookId ?? 0, error)
        if (!finding) return undefined
        await commit.add({ finding, ending })
        return taskAlreadyEnded
      },
    ),
    taskHandler(finaliseSeriesTask, 'series', (task, context) => finalise(deps, task, context)),
    generateThumbnailsHandler(deps),
    retitleHandler(deps),
    rereadLibraryFilesHandler(deps),
  ]
}

const BATCH = 100
const MAX_WAIT_MS = 300

/** Undefined when the book or file no longer exists. */
async function analyse(
  deps: AnalyseDeps,
  task: TaskWithParams<{ force?: boolean; cover?: boolean }>,
  { signal }: TaskContext,
): Promise<AnalysedFile | undefined> {
  const book = await findFileToAnalyse(deps.db, task.bookId ?? 0)
  if (!book) return undefined
  const read = await readBookWithPassword(deps, book, {
    withCover: deps.covers !== undefined && book.coverId === null,
    knownHash: task.params.force ? undefined : knownHash(book),
    signal,
  })
  if (!read) return undefined
  const problems: AnalysedFile['problems'][number][] = [...read.problems]
  let metadata = read.publication?.metadata ?? {}
  if (read.publication) {
    const beside = await mergeOpfBesideBook({ path: book.file, root: book.root }, read.publication, deps.limits)
    metadata = beside.metadata
    problems.push(...beside.problems)
  }
  const cover =
    deps.covers && read.cover
      ? await makeAndStoreThumbnail(deps.covers, book.uid, read.cover, firstPage(read.publication, metadata))
      : undefined
  if (cover && 'problem' in cover) problems.push({ type: 'thumbnail', message: cover.problem, log: cover.log })
  for (const { message, log } of problems) if (log) deps.onError?.(new FileFault(book.file, message, log))
  // Drops the picture, which is no longer needed; otherwise a hundred of them would stay in memory until their books
  // are written.
  const drawn = cover && !('problem' in cover) ? cover : undefined
  return { book, read: { ...read, cover: null }, metadata, cover: drawn, problems }
}

/** How to crop the first page for the cover; the same hints apply when a larger cover is made. */
function firstPage(publication: Publication | undefined, metadata: PublicationMetadata): FirstPageHints {
  return {
    isSpread: publication ? isSpreadCover(publication.pages) : false,
    isRightToLeft: metadata.readingDirection === 'rtl',
  }
}

/** A scan may just have hashed the file to detect a move. */
function knownHash(book: FileToAnalyse): string | undefined {
  return book.isAnalysed ? undefined : book.hash || undefined
}

async function write(deps: AnalyseDeps, items: readonly Item[]): Promise<void> {
  const started = performance.now()
  const findings = items.flatMap((item) => item.finding ?? [])
  const { books, toFinalise, regrouped, retitled, lists } = await writeAnalysedFiles(
    deps,
    findings,
    async (tx, written) => {
      for (const { seriesId, libraryId, size } of written.toFinalise) {
        const runAfter = Date.now() + SETTLE_WAIT_MS + size
        await deps.tasks.addIn(tx, finaliseSeriesTask, [{ seriesId, libraryId, params: { rename: false }, runAfter }])
      }
      await endTasks(
        tx,
        items.map((item) => item.ending),
      )
    },
  )
  if (toFinalise.length > 0) deps.tasks.wake()
  await emitAndTidy(deps, findings, books)
  for (const { libraryUid, series } of regrouped) emitRegroupedSeries(deps.coalescer, bytesToUuid(libraryUid), series)
  emitRetitled(deps, retitled, books)
  await emitFilledListEvents(deps, lists)
  // Lets other writers proceed.
  await sleep(Math.min(10, (performance.now() - started) / 8))
}

const SETTLE_WAIT_MS = 3000

async function emitAndTidy(
  deps: AnalyseDeps,
  findings: readonly AnalysedFile[],
  books: readonly BookBeforeAnalysis[],
): Promise<void> {
  const byId = new Map(findings.map((finding) => [finding.book.id, finding]))
  for (const state of books) {
    const libraryId = bytesToUuid(state.libraryUid)
    const ids = { bookId: bytesToUuid(state.uid), seriesId: bytesToUuid(state.seriesUid), libraryId }
    deps.coalescer.emit({ type: 'book_updated', ...ids }, { class: state.class })
    const finding = byId.get(state.id)
    if (finding && replacesCover(finding, state) && state.coverVersion > 0)
      await deps.covers?.thumbnails.remove(ids.bookId, state.coverVersion)
  }
}

function emitRetitled(
  deps: AnalyseDeps,
  retitled: WrittenBooks['retitled'],
  books: readonly BookBeforeAnalysis[],
): void {
  const libraries = new Map(books.map((book) => [book.libraryId, book.libraryUid]))
  for (const series of retitled) {
    const library = libraries.get(series.library_id)
    if (!library) continue
    const ids = { seriesId: bytesToUuid(series.uid), libraryId: bytesToUuid(library) }
    deps.coalescer.emit({ type: 'series_updated', ...ids }, { class: series.class })
  }
}

async function finalise(deps: AnalyseDeps, task: TaskWithParams<{ rename?: boolean }>, { ending }: TaskContext) {
  const seriesId = task.seriesId ?? 0
  const plan = await planFinalising(deps, [seriesId])
  const finalised = await deps.db.transaction(async (tx) => {
    const done = await finaliseSeries(tx, deps.db.kind, plan, [seriesId], {
      rename: task.params.rename ?? true,
      now: Date.now(),
    })
    await endTasks(tx, [ending()])
    await bumpRevisions(tx, 'catalog', ...[...plan.libraries.keys()].map((id) => `library:${id}` as const))
    return done
  })
  for (const { series } of finalised) {
    const { library } = plan.libraries.get(series.library_id)!
    const ids = { seriesId: bytesToUuid(series.uid), libraryId: bytesToUuid(library.uid) }
    deps.coalescer.emit({ type: 'series_updated', ...ids }, { class: series.class })
  }
  return taskAlreadyEnded
}
