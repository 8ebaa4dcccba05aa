import type { EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import { normaliseTitle } from '../matching/normalise-title.ts'
import { compareTitles } from '../matching/title-similarity.ts'
import type { ProviderBookRecord, ProviderSeriesRecord } from '../protocol/records.ts'

/**
 * A provider that lists works may return any edition of one: “Der kleine Hobbit” for “The Hobbit”. Fields that describe
 * only that edition are applied only when a user selects them; fields that describe the work are always applied.
 */
export function fieldsOfOtherEdition(book: EditableBook, record: ProviderBookRecord): readonly string[] {
  const { isbns = [], languageIso } = book.facts as { isbns?: string[]; languageIso?: string }
  const isTranslated =
    isOtherLanguage(languageIso, record.language) ||
    (record.originalTitle !== undefined &&
      isSameTitle(book.title, record.originalTitle) &&
      !isSameTitle(book.title, record.title!))
  if (isTranslated) return [...OF_EDITION, 'coverUrl']
  const hasOtherIsbn = isbns.length > 0 && record.isbns.length > 0 && !isbns.some((one) => record.isbns.includes(one))
  if (hasOtherIsbn) return OF_EDITION
  const hasSameIsbn = isbns.some((one) => record.isbns.includes(one))
  return hasSameIsbn || !hasUnlikeTitle(book, record) ? [] : OF_TITLE
}

/** A title such as “Saga 01” or “Chapter 7” says only which part it is, so any title may replace it. */
function hasUnlikeTitle(book: EditableBook, record: ProviderBookRecord): boolean {
  if (record.title === undefined || /\d\W*$/u.test(book.title) || !/\p{L}/u.test(book.title)) return false
  const { subtitle } = book.facts as { subtitle?: string }
  const withSubtitle = (title: string, more: string | undefined) => (more ? [title, `${title}: ${more}`] : [title])
  const { likeness } = compareTitles(
    { titles: withSubtitle(book.title, subtitle) },
    { titles: withSubtitle(record.title, record.subtitle) },
  )
  return likeness < RESEMBLES
}

/**
 * Providers of manga name the language and the publisher of the original. The files of a translation name their own, by which
 * people filter and new releases are announced.
 */
export function fieldsOfOtherLanguage(
  series: Pick<EditableSeries, 'language'>,
  record: Pick<ProviderSeriesRecord, 'language'>,
): readonly string[] {
  return isOtherLanguage(series.language, record.language) ? ['language', 'publisher'] : []
}

/** Why such a field of a book or series isn't applied automatically. */
export const OTHER_EDITION = 'The provider describes another edition of this book.'
export const OTHER_LANGUAGE = 'The provider describes an edition in another language.'

const isOtherLanguage = (ours?: string | null, theirs?: string | null) =>
  Boolean(ours && theirs && primaryTag(ours) !== primaryTag(theirs))
const primaryTag = (language: string) => language.split('-', 1)[0]!.toLowerCase()
const isSameTitle = (a: string, b: string) => normaliseTitle(a) === normaliseTitle(b)

const OF_EDITION = [
  'title',
  'titleSort',
  'subtitle',
  'language',
  'isbns',
  'publisher',
  'year',
  'month',
  'day',
  'edition',
  'translator',
  'pageCount',
]

/** What is doubtful where only the titles differ: the book may also just be named badly. */
const OF_TITLE = ['title', 'titleSort', 'subtitle', 'language', 'isbns', 'edition', 'translator']
const RESEMBLES = 0.35
