import { bookColumnsAfterEdit } from '../../catalog/metadata/compute-edited-book.ts'
import type { NormalisedAuthor as StoredCredit } from '../../catalog/metadata/normalise-authors.ts'
import { BookType } from '../../contract/metadata.ts'
import { wordTable } from '../../formats/values/word-table.ts'
import type { EditableBook } from '../../store/metadata/editable-book.ts'
import type { ProviderBookRecord, ProviderRating } from '../protocol/records.ts'
import { parseCustomMetadata, withCustomEntries } from './custom-entries.ts'
import { type ExtraMetadata, proposeExtraMetadata } from './extra-metadata.ts'
import { type FieldProposal, proposeTitleSort } from './field-status.ts'

/** Fields stored in the facts of a book, under the same name as in the record, with their permission. */
const FACTS = [
  ['subtitle', 'subtitle'],
  ['publisher', 'publisher'],
  ['translator', 'translator'],
  ['edition', 'edition'],
  ['originalTitle', 'original_title'],
  ['originalYear', 'original_year'],
  ['seriesPosition', 'series_position'],
  ['seriesTotal', 'series_position'],
  ['volume', 'volume'],
  ['chapter', 'chapter'],
  ['subjects', 'subjects'],
  ['awards', 'awards'],
  ['year', 'year'],
  ['month', 'year'],
  ['day', 'year'],
] as const

export function proposeBookFields(
  state: EditableBook,
  extras: ExtraMetadata,
  record: ProviderBookRecord,
): FieldProposal[] {
  const { facts } = state
  const bookType = bookTypeOf(record.bookType)
  const shownIsbns = (facts.isbns as string[] | undefined) ?? []
  const isOther =
    shownIsbns.length > 0 && record.isbns.length > 0 && !shownIsbns.some((one) => record.isbns.includes(one))
  return [
    { field: 'title', lock: 'title', permission: 'title', current: state.title, proposed: record.title },
    proposeTitleSort(state, record),
    { field: 'summary', lock: 'summary', permission: 'summary', current: state.summary, proposed: record.summary },
    { field: 'authors', lock: 'authors', permission: 'authors', current: state.authors, proposed: record.authors },
    { field: 'genres', lock: 'genres', permission: 'genres', current: state.genres, proposed: record.genres },
    { field: 'tags', lock: 'tags', permission: 'tags', current: state.tags, proposed: record.tags },
    { field: 'bookType', lock: 'bookType', permission: 'book_type', current: facts.bookType, proposed: bookType },
    {
      field: 'language',
      lock: 'languageIso',
      permission: 'language',
      current: facts.languageIso,
      proposed: record.language,
    },
    {
      field: 'isbns',
      lock: 'isbns',
      permission: 'isbn',
      current: facts.isbns,
      proposed: isOther ? record.isbns : [...new Set([...shownIsbns, ...record.isbns])],
      // A provider may return another edition of the same work.
      ...(isOther && { refusal: 'The book has its own ISBN.' }),
    },
    ...FACTS.map(([field, permission]) => ({
      field,
      lock: field,
      permission,
      current: facts[field] ?? columnOf(state, field),
      proposed: record[field],
    })),
    ...customEntries(state, record),
    ...proposeExtraMetadata(extras, record).filter(({ field }) => field !== 'rating' && field !== 'externalRatings'),
  ]
}

/** Fields that a book has no column for. */
function customEntries(state: EditableBook, record: ProviderBookRecord): FieldProposal[] {
  const lock = 'customMetadata'
  const { alternateTitles, pageCount } = parseCustomMetadata(state.custom)
  const ratings = record.externalRatings.flatMap(({ source }) => ratingFrom(state, source) ?? [])
  return [
    { field: 'alternateTitles', lock, permission: 'title', current: alternateTitles, proposed: record.alternateTitles },
    { field: 'pageCount', lock, permission: 'custom_metadata', current: pageCount, proposed: record.pageCount },
    {
      field: 'rating',
      lock: 'communityRating',
      permission: 'ratings',
      current: currentRating(state, record),
      proposed: record.rating,
    },
    { field: 'externalRatings', lock, permission: 'ratings', current: ratings, proposed: record.externalRatings },
  ]
}

const ratingsOf = ({ custom }: EditableBook): ProviderRating[] => {
  const { externalRatings } = parseCustomMetadata(custom)
  return Array.isArray(externalRatings) ? externalRatings : []
}
const ratingFrom = (state: EditableBook, source: string) => ratingsOf(state).find((one) => one?.source === source)

export function bookWithRecordFields(
  before: EditableBook,
  record: ProviderBookRecord,
  fields: ReadonlySet<string>,
): EditableBook {
  const after: EditableBook = { ...before }
  const facts: Record<string, unknown> = { ...before.facts }
  const spokenOf: string[] = []
  const setFact = (name: string, value: unknown) => {
    facts[name] = value
    spokenOf.push(name)
  }
  if (fields.has('title')) {
    after.title = record.title!
  }
  if (fields.has('titleSort')) after.titleSort = null
  if (fields.has('summary')) after.summary = record.summary!
  if (fields.has('authors')) after.authors = record.authors as StoredCredit[]
  if (fields.has('genres')) after.genres = record.genres
  if (fields.has('tags')) after.tags = record.tags
  if (fields.has('bookType')) setFact('bookType', bookTypeOf(record.bookType))
  if (fields.has('language')) setFact('languageIso', record.language)
  if (fields.has('isbns')) {
    setFact('isbns', [...new Set([...((facts.isbns as string[] | undefined) ?? []), ...record.isbns])])
  }
  if (fields.has('rating') && record.rating) setFact('communityRating', record.rating.score / 20)
  for (const [field] of FACTS) if (fields.has(field)) setFact(field, record[field])
  if (!before.locks.includes('customMetadata')) after.custom = customAfter(before, record, fields)
  after.facts = facts
  after.columns = bookColumnsAfterEdit(before, facts, spokenOf)
  return after
}

function customAfter(before: EditableBook, record: ProviderBookRecord, fields: ReadonlySet<string>): string | null {
  const ratings = [
    ...(fields.has('externalRatings') ? record.externalRatings : []),
    ...(fields.has('rating') && record.rating ? [record.rating] : []),
  ]
  const merged = new Map([...ratingsOf(before), ...ratings].map((one) => [one.source, one]))
  return withCustomEntries(before.custom, {
    ...(fields.has('alternateTitles') && { alternateTitles: record.alternateTitles }),
    ...(fields.has('pageCount') && { pageCount: record.pageCount }),
    ...(ratings.length > 0 && { externalRatings: [...merged.values()] }),
  })
}

/** Columns and facts that a field fills, for undoing. */
export function bookColumnsOf(field: string): { columns: (keyof EditableBook)[]; facts: string[] } {
  if (field === 'title') return { columns: ['title', 'titleSort'], facts: [] }
  if (field === 'titleSort') return { columns: ['titleSort'], facts: [] }
  if (['summary', 'authors', 'genres', 'tags'].includes(field)) {
    return { columns: [field as keyof EditableBook], facts: [] }
  }
  if (field === 'language') return { columns: [], facts: ['languageIso'] }
  if (field === 'rating') return { columns: [], facts: ['communityRating'] }
  const isFact = field === 'bookType' || field === 'isbns' || FACTS.some(([name]) => name === field)
  return { columns: [], facts: isFact ? [field] : [] }
}

/** While custom metadata is locked, the rating's source can't be stored, so only the number is compared. */
const currentRating = (state: EditableBook, { rating }: ProviderBookRecord) => {
  const known = state.facts.communityRating as number | undefined
  if (known === undefined || !rating || known !== rating.score / 20) return known
  return state.locks.includes('customMetadata') ? rating : (ratingFrom(state, rating.source) ?? known)
}

function columnOf(state: EditableBook, field: string): unknown {
  return field === 'year' || field === 'volume' || field === 'chapter' ? state.columns[field] : undefined
}

/** Maps providers' various words to our ten types. */
function bookTypeOf(text: string | undefined): string | undefined {
  const known = BookType.enum as readonly string[]
  if (text === undefined) return undefined
  if (known.includes(text)) return text
  return otherBookTypes[text]
}

const otherBookTypes = wordTable<string>({
  one_shot: 'oneshot',
  light_novel: 'novel',
  art_book: 'artbook',
  manhwa: 'manga',
  manhua: 'manga',
})
