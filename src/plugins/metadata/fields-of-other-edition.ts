import type { EditableBook } from '../../store/metadata/editable-book.ts'
import { normaliseTitle } from '../matching/normalise-title.ts'
import type { ProviderBookRecord } from '../protocol/records.ts'

/**
 * A provider that knows works may answer with any edition of one: “Der kleine Hobbit” for “The Hobbit”. What is true of that
 * edition only is not taken over unless a person wants it; what is true of the work is.
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

/** Why such a field is not taken over by itself. */
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
