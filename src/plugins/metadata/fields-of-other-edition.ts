import type { EditableBook } from '../../store/metadata/editable-book.ts'
import { normaliseTitle } from '../matching/normalise-title.ts'
import type { ProviderBookRecord } from '../protocol/records.ts'

/**
 * A provider that lists works may return any edition of one: “Der kleine Hobbit” for “The Hobbit”. Fields that describe
 * only that edition are applied only when a user selects them; fields that describe the work are always applied.
 */
export function fieldsOfOtherEdition(book: EditableBook, record: ProviderBookRecord): readonly string[] {
  const { isbns = [], languageIso } = book.facts as { isbns?: string[]; languageIso?: string }
  const isTranslated =
    isOther(languageIso?.split('-', 1)[0], record.language?.split('-', 1)[0]) ||
    (record.originalTitle !== undefined &&
      isSameTitle(book.title, record.originalTitle) &&
      !isSameTitle(book.title, record.title!))
  if (isTranslated) return [...OF_EDITION, 'coverUrl']
  const hasOtherIsbn = isbns.length > 0 && record.isbns.length > 0 && !isbns.some((one) => record.isbns.includes(one))
  return hasOtherIsbn ? OF_EDITION : []
}

/** Why such a field isn't applied automatically. */
export const OTHER_EDITION = 'The provider describes another edition of this book.'

const isOther = (ours: string | undefined, theirs: string | undefined) => Boolean(ours && theirs && ours !== theirs)
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
