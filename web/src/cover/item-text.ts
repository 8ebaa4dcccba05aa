import type { Book, Series } from '../api/types.ts'
import { joinList, timeLeft } from '../messages/format-values.ts'
import { t } from '../messages/t.ts'
import { estimateMinutesLeft } from './book-progress.ts'
import { needsPassword } from './needs-password.ts'

/** The line under a book's short title. A number that already is the title isn't repeated. */
export function bookDetailText(book: Book): string {
  const number = book.number === null ? undefined : t('book.number', { number: book.number })
  if (number && number !== titleWithoutSeries(book)) return `${number} · ${pageCountText(book)}`
  return pageCountText(book)
}

/** The line under the name of the series. */
export function bookDetailUnderSeriesName(book: Pick<Book, 'title' | 'seriesName' | 'analysisError'>): string {
  return book.analysisError ? `${titleWithoutSeries(book)} · ${unreadableText(book)}` : titleWithoutSeries(book)
}

export function seriesDetailText(series: Series): string {
  const count = t('count.books', { count: series.bookCount })
  return series.year ? `${series.year} · ${count}` : count
}

/** A book's title within its series: files are often named "Series v01", and only the end differs. */
export function titleWithoutSeries(book: Pick<Book, 'title' | 'seriesName'>): string {
  const { title, seriesName } = book
  if (!title.toLocaleLowerCase().startsWith(seriesName.toLocaleLowerCase())) return title
  const rest = title.slice(seriesName.length)
  // "Akira" and "Akiras", "Moby" and "Moby-Dick" share a prefix without being a series and its book.
  if (/^(?:[\p{L}\p{N}]|[-'’](?![vc]\d)\p{L})/iu.test(rest)) return title
  const end = rest.replace(/^[\s\-–—:,._]+/, '').trim()
  if (!end) return title
  return /^\d+$/.test(end) ? t('book.number', { number: Number(end) }) : end
}

/** "Page 41 of 205, 20 minutes left" */
export function readingPositionText(book: Book): string {
  const page = book.readProgress?.currentPage ?? 1
  return joinList([t('progress.page', { page, total: book.pageCount }), timeLeft(estimateMinutesLeft(book))])
}

/** The number of pages; for a file that couldn't be read, a warning instead. */
export function pageCountText(book: Book): string {
  if (book.analysisError) return unreadableText(book)
  return book.pageCount ? t('count.pages', { count: book.pageCount }) : book.fileFormat.toUpperCase()
}

function unreadableText(book: Pick<Book, 'analysisError'>): string {
  return needsPassword(book) ? t('book.locked') : t('book.unreadable')
}
