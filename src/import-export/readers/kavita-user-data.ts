import { importRowLabel } from '../../contract/import-details.ts'
import type { ForeignDatabase, ForeignRow, ForeignValue } from '../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignHtmlTextOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignNumberOf,
  foreignTextOf,
  foreignTimeOf,
} from '../foreign-values.ts'
import { pointerOfKavita } from '../kavita-xpath.ts'
import { type ImportRecord, skippedRecord } from '../records.ts'

interface ChapterFile {
  id: string
  pages: number
  format: number | null
}

interface Chapter {
  id: string
  seriesId: string | null
  pages: number
  files: ChapterFile[]
}

export type KavitaChapters = Map<string, Chapter>

export function readKavitaChapters(db: ForeignDatabase): KavitaChapters {
  const seriesOf = new Map<string, string | null>()
  for (const row of db.rows('Volume', ['Id', 'SeriesId']))
    seriesOf.set(foreignIdOf(row.Id) ?? '', foreignIdOf(row.SeriesId))
  const chapters: KavitaChapters = new Map()
  for (const row of db.rows('Chapter', ['Id', 'VolumeId', 'Pages'])) {
    const id = foreignIdOf(row.Id)
    if (id === null) continue
    const seriesId = seriesOf.get(foreignIdOf(row.VolumeId) ?? '') ?? null
    chapters.set(id, { id, seriesId, pages: foreignIntegerOf(row.Pages) ?? 0, files: [] })
  }
  for (const row of db.rows('MangaFile', ['Id', 'ChapterId', 'Pages', 'Format'], { order: ['FilePath'] })) {
    const id = foreignIdOf(row.Id)
    const chapter = chapters.get(foreignIdOf(row.ChapterId) ?? '')
    if (id && chapter)
      chapter.files.push({ id, pages: foreignIntegerOf(row.Pages) ?? 0, format: foreignIntegerOf(row.Format) })
  }
  return chapters
}

/** The file that contains a page of a chapter, and the page within that file; pages count from 0. */
function fileAt(chapter: Chapter | undefined, page: number): { file: ChapterFile; page: number } | undefined {
  let before = 0
  const files = chapter?.files ?? []
  for (const [index, file] of files.entries()) {
    if (page < before + file.pages || index === files.length - 1) return { file, page: page - before }
    before += file.pages
  }
  return undefined
}

/** `PagesRead` is the number of pages before the current one, which is its index from 0. */
export function* kavitaProgress(db: ForeignDatabase, chapters: KavitaChapters): Generator<ImportRecord> {
  const columns = ['AppUserId', 'ChapterId', 'PagesRead', 'BookScrollId', 'TotalReads'] as const
  const times = ['CreatedUtc', 'LastModifiedUtc', 'Created', 'LastModified'] as const
  const again: ImportRecord[] = []
  for (const row of db.rows('AppUserProgresses', [...columns, ...times])) {
    const [userId, chapterId] = [foreignIdOf(row.AppUserId), foreignIdOf(row.ChapterId)]
    const chapter = chapters.get(chapterId ?? '')
    if (userId === null || !chapter || chapter.files.length === 0) {
      const why = userId === null ? 'names_nothing' : chapter ? 'no_file' : 'item_gone'
      yield skippedRecord('progress', importRowLabel('chapter', chapterId), why)
      continue
    }
    const [read, total] = [foreignIntegerOf(row.PagesRead) ?? 0, foreignIntegerOf(row.TotalReads) ?? 0]
    if (read <= 0 && total <= 0) {
      yield skippedRecord('progress', importRowLabel('chapter', chapterId), 'unread')
      continue
    }
    const readAt = foreignTimeOf(row.LastModifiedUtc) ?? foreignTimeOf(row.LastModified)
    const startedAt = foreignTimeOf(row.CreatedUtc) ?? foreignTimeOf(row.Created) ?? readAt
    let before = 0
    // Kavita has no page counts: only the current page is known.
    const isUncounted = chapter.files.every((file) => (chapter.files.length === 1 ? chapter.pages : file.pages) <= 0)
    for (const file of isUncounted ? chapter.files.slice(0, 1) : chapter.files) {
      const pages = chapter.files.length === 1 ? chapter.pages : file.pages
      const readHere = Math.min(isUncounted ? read : pages, Math.max(0, read - before))
      before += pages
      if (readHere <= 0 && total <= 0) continue
      const isCompleted = pages > 0 && readHere >= pages
      if (readHere > 0) {
        yield {
          type: 'progress',
          userId,
          bookId: file.id,
          page: isUncounted ? readHere + 1 : Math.min(readHere + 1, Math.max(1, pages)),
          pageCount: pages,
          percentage: pages > 0 ? Math.min(1, readHere / pages) : null,
          isCompleted,
          startedAt: startedAt !== null && readAt !== null ? Math.min(startedAt, readAt) : startedAt,
          readAt,
          completedAt: isCompleted ? readAt : null,
          ...(file.format === EPUB && {
            locator: { spineIndex: readHere, locations: { progression: 0 } },
            pointer: pointerOfKavita(readHere, foreignTextOf(row.BookScrollId)),
          }),
        }
      }
      // The number of times it was read; only the time of the last one is known.
      for (let time = 0; time < Math.min(total, 1000); time += 1) {
        again.push({ type: 'completion', userId, bookId: file.id, completedAt: readAt, isUndated: true })
      }
    }
  }
  yield* again
}

const EPUB = 3

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
    const at = fileAt(chapters.get(foreignIdOf(row.ChapterId) ?? ''), to)
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

export function* kavitaRatings(db: ForeignDatabase, chapters: KavitaChapters): Generator<ImportRecord> {
  const columns = ['AppUserId', 'Rating', 'HasBeenRated', 'Review', 'LastModifiedUtc', 'CreatedUtc'] as const
  const tables = [
    ['AppUserRating', 'SeriesId', 'series'],
    ['AppUserChapterRating', 'ChapterId', 'book'],
  ] as const
  for (const [table, column, of] of tables) {
    for (const row of db.rows(table, [column, ...columns])) {
      const owner = foreignIdOf(row[column])
      const id = of === 'series' ? owner : (chapters.get(owner ?? '')?.files[0]?.id ?? null)
      const [userId, stars, notes] = [
        foreignIdOf(row.AppUserId),
        foreignNumberOf(row.Rating) ?? 0,
        foreignHtmlTextOf(row.Review),
      ]
      const isRated = stars > 0 && (row.HasBeenRated === null || foreignFlagOf(row.HasBeenRated))
      if (userId === null || id === null)
        yield skippedRecord(
          'rating',
          importRowLabel(of === 'series' ? 'series' : 'chapter', owner),
          userId === null ? 'names_nothing' : 'item_gone',
        )
      else if (!isRated && notes === null)
        yield skippedRecord('rating', importRowLabel(of === 'series' ? 'series' : 'chapter', owner), 'rating_empty')
      else {
        const at = foreignTimeOf(row.LastModifiedUtc) ?? foreignTimeOf(row.CreatedUtc)
        yield { type: 'rating', userId, of, id, rating: isRated ? stars * 20 : null, notes, at }
      }
    }
  }
}

export function* kavitaWantToRead(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('AppUserWantToRead', ['AppUserId', 'SeriesId', 'CreatedUtc'])) {
    const [userId, id] = [foreignIdOf(row.AppUserId), foreignIdOf(row.SeriesId)]
    if (userId && id) yield { type: 'wish', userId, of: 'series', id, at: foreignTimeOf(row.CreatedUtc) }
    else yield skippedRecord('wish', importRowLabel('series', id), 'names_nothing')
  }
}

/** In Kavita, a page of an EPUB is one of its documents. */
function placeOf({ file, page }: { file: ChapterFile; page: number }, { xpath, text }: PlaceInDocument) {
  if (file.format !== EPUB) return { page: page + 1, locator: null }
  const locator = {
    spineIndex: page,
    locations: { progression: 0 },
    ...(xpath && { xpath: { start: xpath } }),
    ...(text && { text: { highlight: text } }),
  }
  return { page: page + 1, locator }
}

/** A position in a document: by XPath, and by its text. */
interface PlaceInDocument {
  xpath: string | null
  text?: string | null
}

export function* kavitaBookmarks(db: ForeignDatabase, chapters: KavitaChapters): Generator<ImportRecord> {
  for (const row of db.rows('AppUserBookmark', ['AppUserId', 'ChapterId', 'Page', 'XPath', 'CreatedUtc'])) {
    yield bookmarkOf(row, row.Page, null, chapters, { xpath: foreignTextOf(row.XPath) })
  }
  const columns = [
    'AppUserId',
    'ChapterId',
    'PageNumber',
    'Title',
    'SelectedText',
    'BookScrollId',
    'CreatedUtc',
  ] as const
  for (const row of db.rows('AppUserTableOfContent', columns)) {
    const text = foreignTextOf(row.SelectedText)
    const within = { xpath: foreignTextOf(row.BookScrollId), text }
    yield bookmarkOf(row, row.PageNumber, foreignTextOf(row.Title) ?? text, chapters, within)
  }
}

function bookmarkOf(
  row: ForeignRow<'AppUserId' | 'ChapterId' | 'CreatedUtc'>,
  page: ForeignValue | undefined,
  note: string | null,
  chapters: KavitaChapters,
  within: PlaceInDocument,
): ImportRecord {
  const [userId, chapterId] = [foreignIdOf(row.AppUserId), foreignIdOf(row.ChapterId)]
  const shown = fileAt(chapters.get(chapterId ?? ''), foreignIntegerOf(page) ?? 0)
  if (!userId || !shown) {
    return skippedRecord('bookmark', importRowLabel('chapter', chapterId), userId ? 'item_gone' : 'names_nothing')
  }
  const at = foreignTimeOf(row.CreatedUtc)
  return { type: 'bookmark', userId, bookId: shown.file.id, ...placeOf(shown, within), note, at }
}

export function* kavitaAnnotations(db: ForeignDatabase, chapters: KavitaChapters): Generator<ImportRecord> {
  const columns = ['AppUserId', 'ChapterId', 'PageNumber', 'XPath', 'EndingXPath', 'SelectedText', 'Comment'] as const
  for (const row of db.rows('AppUserAnnotation', [...columns, 'CommentPlainText', 'SelectedSlotIndex', 'CreatedUtc'])) {
    const [userId, file] = [foreignIdOf(row.AppUserId), chapters.get(foreignIdOf(row.ChapterId) ?? '')?.files[0]]
    if (!userId || !file) {
      yield skippedRecord(
        'annotation',
        importRowLabel('chapter', foreignIdOf(row.ChapterId)),
        userId ? 'item_gone' : 'names_nothing',
      )
      continue
    }
    const [page, text] = [(foreignIntegerOf(row.PageNumber) ?? 0) + 1, foreignTextOf(row.SelectedText)]
    const xpath = { start: foreignTextOf(row.XPath), end: foreignTextOf(row.EndingXPath) }
    yield {
      type: 'annotation',
      userId,
      bookId: file.id,
      page,
      locator: { spineIndex: page - 1, xpath, text: { highlight: text } },
      text,
      note: foreignTextOf(row.CommentPlainText) ?? foreignHtmlTextOf(row.Comment),
      color: foreignTextOf(row.SelectedSlotIndex),
      at: foreignTimeOf(row.CreatedUtc),
    }
  }
}
