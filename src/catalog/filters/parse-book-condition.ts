import type { bookConditionFields } from '../../contract/conditions.ts'
import type {
  BookDateField,
  BookFilter,
  BookFlagField,
  BookNumberField,
  BookTextField,
} from '../../store/book/filter.ts'
import type { StoryFacet } from '../../store/facet/story-facets.ts'
import type { DateTest, IdTest, NumberTest, TextTest } from '../../store/list/sql-conditions.ts'
import { type ConditionField, parseCondition } from './parse-condition.ts'
import { seriesConditionParsers } from './parse-series-condition.ts'

export const parseBookCondition = (condition: unknown): BookFilter => parseCondition(condition, bookConditionParsers)

const text = (name: BookTextField) => ({
  kind: 'text' as const,
  make: (test: TextTest): BookFilter => ({ text: name, test }),
})
const number = (name: BookNumberField) => ({
  kind: 'number' as const,
  make: (test: NumberTest): BookFilter => ({ number: name, test }),
})
const date = (name: BookDateField) => ({
  kind: 'date' as const,
  make: (test: DateTest): BookFilter => ({ date: name, test }),
})
const flag = (name: BookFlagField) => ({
  kind: 'bool' as const,
  make: (is: boolean): BookFilter => ({ flag: name, is }),
})

/** Applies a condition on series to the book's series. */
const ofSeries = (name: keyof typeof seriesConditionParsers): ConditionField<BookFilter> => {
  const { kind, make } = seriesConditionParsers[name]
  return {
    kind,
    make: (test: never) => ({ series: (make as (test: never) => object)(test) }),
  } as ConditionField<BookFilter>
}

/** A book has the genres and tags of its series, and its own. */
const facet = (name: 'genre' | 'tag') => ({
  kind: 'text' as const,
  make: (test: TextTest): BookFilter => {
    const either: BookFilter[] = [{ series: { facet: name, test } }, { facet: name, test }]
    const isNegative = test.op.startsWith('not ') || test.op === 'isNull'
    return isNegative ? { all: either } : { any: either }
  },
})

/** These are of the book alone. */
const ownFacet = (name: StoryFacet) => ({
  kind: 'text' as const,
  make: (test: TextTest): BookFilter => ({ facet: name, test }),
})

/** Tests the book's own people or language; if it has none, those of its series. */
function bookOrElseSeries(own: (test: TextTest) => BookFilter, series: (test: TextTest) => BookFilter) {
  const isEmpty = own({ op: 'isNull' })
  return {
    kind: 'text' as const,
    make: (test: TextTest): BookFilter => {
      const isNegative = test.op.startsWith('not ') || test.op === 'isNull'
      if (isNegative) return { all: [own(test), { any: [{ not: isEmpty }, series(test)] }] }
      return { any: [own(test), { all: [isEmpty, series(test)] }] }
    },
  }
}

export const bookConditionParsers: Record<keyof typeof bookConditionFields, ConditionField<BookFilter>> = {
  libraryId: { kind: 'uuid', make: (library: IdTest) => ({ library }) },
  seriesId: { kind: 'uuid', make: (seriesId: IdTest) => ({ seriesId }) },
  bookId: { kind: 'uuid', make: (id: IdTest) => ({ id }) },
  genre: facet('genre'),
  tag: facet('tag'),
  author: {
    kind: 'person',
    make: ({ name, roles }) =>
      bookOrElseSeries(
        (person) => ({ person, ...(roles && { roles }) }),
        (person) => ({ series: { person, ...(roles && { roles }), credited: 'series' } }),
      ).make(name),
  },
  title: text('title'),
  name: text('title'),
  titleSort: text('titleSort'),
  summary: text('summary'),
  path: text('path'),
  fileName: text('fileName'),
  format: text('format'),
  bookType: text('bookType'),
  language: bookOrElseSeries(
    (test) => ({ text: 'language', test }),
    (test) => ({ series: { text: 'language', test } }),
  ),
  series: ofSeries('title'),
  publisher: ofSeries('publisher'),
  imprint: ofSeries('imprint'),
  storyArc: ownFacet('story_arc'),
  character: ownFacet('character'),
  team: ownFacet('team'),
  location: ownFacet('location'),
  status: ofSeries('status'),
  ageRating: ofSeries('ageRating'),
  communityRating: ofSeries('communityRating'),
  sharingTag: ofSeries('sharingTag'),
  completion: ofSeries('completion'),
  oneshot: ofSeries('oneshot'),
  inCollection: ofSeries('inCollection'),
  isHidden: ofSeries('isHidden'),
  number: number('number'),
  volume: number('volume'),
  chapter: number('chapter'),
  year: number('year'),
  pageCount: number('pageCount'),
  fileSize: number('fileSize'),
  userRating: number('userRating'),
  dateAdded: date('created'),
  dateUpdated: date('updated'),
  dateRead: date('read'),
  readStatus: { kind: 'readStatus', make: (readStatus) => ({ readStatus }) },
  hasError: flag('hasError'),
  analyzed: flag('analyzed'),
  deleted: flag('deleted'),
  hasUserRating: flag('hasUserRating'),
  wantToRead: flag('wantToRead'),
  inReadList: {
    kind: 'list',
    make: ({ is, lists }): BookFilter => (is ? { readList: lists } : { not: { readList: lists } }),
  },
}
