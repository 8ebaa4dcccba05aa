import type { seriesConditionFields } from '../../contract/conditions.ts'
import type { StoryFacet } from '../../store/facet/story-facets.ts'
import type { DateTest, IdTest, NumberTest, TextTest } from '../../store/list/sql-conditions.ts'
import type {
  SeriesDateField,
  SeriesFilter,
  SeriesFlagField,
  SeriesNumberField,
  SeriesTextField,
} from '../../store/series/filter.ts'
import { type ConditionField, parseCondition } from './parse-condition.ts'

export const parseSeriesCondition = (condition: unknown): SeriesFilter =>
  parseCondition(condition, seriesConditionParsers)

const text = (name: SeriesTextField) => ({
  kind: 'text' as const,
  make: (test: TextTest): SeriesFilter => ({ text: name, test }),
})
const number = (name: SeriesNumberField) => ({
  kind: 'number' as const,
  make: (test: NumberTest): SeriesFilter => ({ number: name, test }),
})
const date = (name: SeriesDateField) => ({
  kind: 'date' as const,
  make: (test: DateTest): SeriesFilter => ({ date: name, test }),
})
const flag = (name: SeriesFlagField) => ({
  kind: 'bool' as const,
  make: (is: boolean): SeriesFilter => ({ flag: name, is }),
})
const facet = (name: 'genre' | 'tag' | 'sharing_tag') => ({
  kind: 'text' as const,
  make: (test: TextTest): SeriesFilter => ({ facet: name, test }),
})
const facetOfBooks = (name: StoryFacet) => ({
  kind: 'text' as const,
  make: (test: TextTest): SeriesFilter => ({ facetOfBooks: name, test }),
})

export const seriesConditionParsers: Record<keyof typeof seriesConditionFields, ConditionField<SeriesFilter>> = {
  libraryId: { kind: 'uuid', make: (library: IdTest) => ({ library }) },
  seriesId: { kind: 'uuid', make: (id: IdTest) => ({ id }) },
  genre: facet('genre'),
  tag: facet('tag'),
  sharingTag: facet('sharing_tag'),
  author: {
    kind: 'person',
    make: ({ name, roles }) => ({ person: name, ...(roles && { roles }), credited: 'anywhere' }),
  },
  name: text('title'),
  title: text('title'),
  titleSort: text('titleSort'),
  summary: text('summary'),
  publisher: text('publisher'),
  imprint: text('imprint'),
  storyArc: facetOfBooks('story_arc'),
  character: facetOfBooks('character'),
  team: facetOfBooks('team'),
  location: facetOfBooks('location'),
  status: text('status'),
  language: text('language'),
  readingDirection: text('readingDirection'),
  path: text('path'),
  year: number('year'),
  ageRating: number('ageRating'),
  bookCount: number('bookCount'),
  totalBookCount: number('totalBookCount'),
  pageCount: number('pageCount'),
  fileSize: number('fileSize'),
  userRating: number('userRating'),
  communityRating: number('communityRating'),
  dateAdded: date('created'),
  dateUpdated: date('updated'),
  dateRead: date('read'),
  lastBookAdded: date('lastBook'),
  readStatus: { kind: 'readStatus', make: (readStatus) => ({ readStatus }) },
  completion: flag('complete'),
  oneshot: flag('oneshot'),
  hasExternalSourceId: flag('hasExternalId'),
  hasUserRating: flag('hasUserRating'),
  isTracked: flag('followed'),
  wantToRead: flag('wantToRead'),
  isHidden: flag('hidden'),
  hasError: flag('hasError'),
  inCollection: {
    kind: 'list',
    make: ({ is, lists }): SeriesFilter => (is ? { collection: lists } : { not: { collection: lists } }),
  },
}
