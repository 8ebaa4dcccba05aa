import { importRowLabel } from '../../../contract/import-details.ts'
import type { ForeignDatabase, ForeignRow, ForeignValue } from '../../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignHtmlTextOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignNumberOf,
  foreignTextOf,
  foreignTimeOf,
} from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'
import { type ChapterFile, EPUB, fileOfChapterPage, type KavitaChapters } from './kavita-chapters.ts'

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
    if (userId && id) yield { type: 'wantToRead', userId, of: 'series', id, at: foreignTimeOf(row.CreatedUtc) }
    else yield skippedRecord('wantToRead', importRowLabel('series', id), 'names_nothing')
  }
  // Until 0.7.13 a series could be wanted by one user.
  if (db.has('AppUserWantToRead')) return
  for (const row of db.rows('Series', ['Id', 'AppUserId'])) {
    const [userId, id] = [foreignIdOf(row.AppUserId), foreignIdOf(row.Id)]
    if (userId && id) yield { type: 'wantToRead', userId, of: 'series', id, at: null }
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
  for (const row of db.rows('AppUserBookmark', ['AppUserId', 'ChapterId', 'Page', 'XPath', ...CREATED])) {
    yield bookmarkOf(row, row.Page, null, chapters, { xpath: foreignTextOf(row.XPath) })
  }
  const columns = ['AppUserId', 'ChapterId', 'PageNumber', 'Title', 'SelectedText', 'BookScrollId'] as const
  for (const row of db.rows('AppUserTableOfContent', [...columns, ...CREATED])) {
    const text = foreignTextOf(row.SelectedText)
    const within = { xpath: foreignTextOf(row.BookScrollId), text }
    yield bookmarkOf(row, row.PageNumber, foreignTextOf(row.Title) ?? text, chapters, within)
  }
}

/** In UTC, and before 0.7 only in the server's time. */
const CREATED = ['CreatedUtc', 'Created'] as const

function bookmarkOf(
  row: ForeignRow<'AppUserId' | 'ChapterId' | (typeof CREATED)[number]>,
  page: ForeignValue | undefined,
  note: string | null,
  chapters: KavitaChapters,
  within: PlaceInDocument,
): ImportRecord {
  const [userId, chapterId] = [foreignIdOf(row.AppUserId), foreignIdOf(row.ChapterId)]
  const shown = fileOfChapterPage(chapters.get(chapterId ?? ''), foreignIntegerOf(page) ?? 0)
  if (!userId || !shown) {
    return skippedRecord('bookmark', importRowLabel('chapter', chapterId), userId ? 'item_gone' : 'names_nothing')
  }
  const at = foreignTimeOf(row.CreatedUtc) ?? foreignTimeOf(row.Created)
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
