import { importRowLabel } from '../../../contract/import-details.ts'
import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignIntegerOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { pointerOfKavita } from '../../kavita-xpath.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'
import type { ProgressRecord } from '../../user-records.ts'
import { orderedByUser } from '../foreign-rows.ts'
import { type Chapter, type ChapterFile, EPUB, fileOfChapterPage, type KavitaChapters } from './kavita-chapters.ts'

const COLUMNS = [
  ...(['AppUserId', 'ChapterId', 'PagesRead', 'BookScrollId', 'TotalReads'] as const),
  ...(['CreatedUtc', 'LastModifiedUtc', 'Created', 'LastModified'] as const),
]
type Row = ForeignRow<(typeof COLUMNS)[number]>

/** Progress in chapters, each of which may consist of several files. */
export function* kavitaProgress(db: ForeignDatabase, chapters: KavitaChapters): Generator<ImportRecord> {
  for (const row of db.rows('AppUserProgresses', COLUMNS, orderedByUser('AppUserId'))) {
    const [userId, chapterId] = [foreignIdOf(row.AppUserId), foreignIdOf(row.ChapterId)]
    const chapter = chapters.get(chapterId ?? '')
    if (userId === null || !chapter || chapter.files.length === 0) {
      const why = userId === null ? 'names_nothing' : chapter ? 'no_file' : 'item_gone'
      yield skippedRecord('progress', importRowLabel('chapter', chapterId), why)
      continue
    }
    // Also of a book that was read before and marked as unread since: its completions are imported.
    if (pagesReadIn(row) <= 0) {
      yield skippedRecord('progress', importRowLabel('chapter', chapterId), 'unread')
      continue
    }
    for (const part of partsRead(row, chapter)) if (part.read > 0) yield progressOf(row, userId, part)
  }
}

/** How often chapters were read; only the time of the last one is known. */
export function* kavitaCompletions(db: ForeignDatabase, chapters: KavitaChapters): Generator<ImportRecord> {
  for (const row of db.rows('AppUserProgresses', COLUMNS, orderedByUser('AppUserId'))) {
    const [userId, chapter] = [foreignIdOf(row.AppUserId), chapters.get(foreignIdOf(row.ChapterId) ?? '')]
    if (userId === null || !chapter) continue
    for (const { file } of partsRead(row, chapter)) {
      for (let time = 0; time < Math.min(timesRead(row), MAX_TIMES_READ); time += 1)
        yield { type: 'completion', userId, bookId: file.id, completedAt: readAtOf(row), isUndated: true }
    }
  }
}

const MAX_TIMES_READ = 1000

/** The number of pages before the current one, which is its index from 0. */
const pagesReadIn = (row: Row): number => foreignIntegerOf(row.PagesRead) ?? 0
const timesRead = (row: Row): number => foreignIntegerOf(row.TotalReads) ?? 0
const readAtOf = (row: Row): number | null => foreignTimeOf(row.LastModifiedUtc) ?? foreignTimeOf(row.LastModified)

interface PartRead {
  file: ChapterFile
  /** Zero if Kavita has no page counts: only the current page is known. */
  pages: number
  /** Pages read in this file. */
  read: number
}

/** The pages of a chapter run on through its files. */
function* partsRead(row: Row, { files, pages }: Chapter): Generator<PartRead> {
  const pagesOf = (file: ChapterFile) => Math.max(0, files.length === 1 ? pages : file.pages)
  const read = pagesReadIn(row)
  if (files[0] && files.every((file) => pagesOf(file) === 0)) return yield { file: files[0], pages: 0, read }
  let before = 0
  for (const file of files) {
    yield { file, pages: pagesOf(file), read: Math.min(pagesOf(file), Math.max(0, read - before)) }
    before += pagesOf(file)
  }
}

function progressOf(row: Row, userId: string, { file, pages, read }: PartRead): ProgressRecord {
  const readAt = readAtOf(row)
  const startedAt = foreignTimeOf(row.CreatedUtc) ?? foreignTimeOf(row.Created) ?? readAt
  const isCompleted = pages > 0 && read >= pages
  return {
    type: 'progress',
    userId,
    bookId: file.id,
    page: pages === 0 ? read + 1 : Math.min(read + 1, pages),
    pageCount: pages,
    percentage: pages > 0 ? Math.min(1, read / pages) : null,
    isCompleted,
    startedAt: startedAt !== null && readAt !== null ? Math.min(startedAt, readAt) : startedAt,
    readAt,
    completedAt: isCompleted ? readAt : null,
    ...(file.format === EPUB && {
      locator: { spineIndex: read, locations: { progression: 0 } },
      pointer: pointerOfKavita(read, foreignTextOf(row.BookScrollId)),
    }),
  }
}

export function* kavitaSessions(db: ForeignDatabase, chapters: KavitaChapters): Generator<ImportRecord> {
  const owner = new Map(
    [...db.rows('AppUserReadingSession', ['Id', 'AppUserId'])].map((row) => [
      foreignIdOf(row.Id),
      foreignIdOf(row.AppUserId),
    ]),
  )
  const columns = [
    'AppUserReadingSessionId',
    'ChapterId',
    'StartPage',
    'EndPage',
    'StartTimeUtc',
    'EndTimeUtc',
  ] as const
  for (const row of db.rows('AppUserReadingSessionActivityData', columns)) {
    const userId = owner.get(foreignIdOf(row.AppUserReadingSessionId))
    const [from, to] = [foreignIntegerOf(row.StartPage) ?? 0, foreignIntegerOf(row.EndPage) ?? 0]
    const at = fileOfChapterPage(chapters.get(foreignIdOf(row.ChapterId) ?? ''), to)
    if (!userId || !at) {
      yield skippedRecord(
        'session',
        importRowLabel('chapter', foreignIdOf(row.ChapterId)),
        userId ? 'item_gone' : 'names_nothing',
      )
      continue
    }
    const startedAt = foreignTimeOf(row.StartTimeUtc)
    yield {
      type: 'session',
      userId,
      bookId: at.file.id,
      startedAt,
      endedAt: foreignTimeOf(row.EndTimeUtc) ?? startedAt,
      fromPage: Math.max(0, from - (to - at.page)) + 1,
      toPage: at.page + 1,
      device: null,
    }
  }
}
