import type { Book, Series } from '../api/types.ts'
import { timeLeft } from '../messages/format.ts'
import { t } from '../messages/t.ts'

/** 0 to 1, or undefined where nothing was begun. */
export function bookProgressFraction(book: Book): number | undefined {
  const progress = book.readProgress
  if (!progress) return undefined
  if (progress.completed) return 1
  return progress.progressPercentage ?? (book.pageCount ? progress.currentPage / book.pageCount : 0)
}

/** Two weeks are new. */
export function isRecentlyAdded(added: string, now = Date.now()): boolean {
  return now - Date.parse(added) < 14 * 24 * 3600 * 1000
}

export function isBookRead(book: Book): boolean {
  return book.readProgress?.completed ?? false
}

/** Under its short title; a number that is the title already is not said twice. */
export function bookDetailText(book: Book): string {
  const number = book.number === null ? undefined : t('book.number', { number: book.number })
  if (number && number !== titleWithoutSeries(book)) return `${number} · ${pageCountText(book)}`
  return pageCountText(book)
}

/** Under the name of its series. */
export function bookDetailUnderSeriesName(book: Pick<Book, 'title' | 'seriesName' | 'analysisError'>): string {
  return book.analysisError ? `${titleWithoutSeries(book)} · ${t('book.unreadable')}` : titleWithoutSeries(book)
}

export function seriesDetailText(series: Series): string {
  const count = t('count.books', { count: series.bookCount })
  return series.year ? `${series.year} · ${count}` : count
}

/** What a book is called among its siblings: files are often named "Series v01", and only the end tells them apart. */
export function titleWithoutSeries(book: Pick<Book, 'title' | 'seriesName'>): string {
  const { title, seriesName } = book
  if (!title.toLocaleLowerCase().startsWith(seriesName.toLocaleLowerCase())) return title
  const rest = title.slice(seriesName.length)
  // "Akira" and "Akiras", "Moby" and "Moby-Dick" share a beginning without being a series and its book.
  if (/^(?:[\p{L}\p{N}]|[-'’](?![vc]\d)\p{L})/iu.test(rest)) return title
  const end = rest.replace(/^[\s\-–—:,._]+/, '').trim()
  if (!end) return title
  return /^\d+$/.test(end) ? t('book.number', { number: Number(end) }) : end
}

/** "Page 41 of 205, 20 minutes left" */
export function readingPositionText(book: Book): string {
  const page = book.readProgress?.currentPage ?? 1
  return `${t('progress.page', { page, total: book.pageCount })}, ${timeLeft(estimateMinutesLeft(book))}`
}

/** A guess from common reading speeds: ten seconds for a comic page, ninety for a thousand packed bytes of prose. */
export function estimateMinutesLeft(book: Pick<Book, 'fileFormat' | 'pageCount' | 'readProgress'>): number {
  const left = book.pageCount - (book.readProgress?.currentPage ?? 1) + 1
  return (Math.max(1, left) * (book.fileFormat === 'epub' ? 90 : 10)) / 60
}

/** How long it is; a file that could not be read says so before somebody tries. */
export function pageCountText(book: Book): string {
  if (book.analysisError) return t('book.unreadable')
  return book.pageCount ? t('count.pages', { count: book.pageCount }) : book.fileFormat.toUpperCase()
}
