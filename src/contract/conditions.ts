import type { Static } from 'typebox'
import Type from './type.ts'

/** The kinds of fields a condition can ask about, and the operators of each. */
export const conditionOperators = {
  text: [
    'is',
    'isNot',
    'contains',
    'doesNotContain',
    'beginsWith',
    'doesNotBeginWith',
    'endsWith',
    'doesNotEndWith',
    'isNull',
    'isNotNull',
  ],
  person: [
    'is',
    'isNot',
    'contains',
    'doesNotContain',
    'beginsWith',
    'doesNotBeginWith',
    'endsWith',
    'doesNotEndWith',
    'isNull',
    'isNotNull',
  ],
  uuid: ['is', 'isNot', 'in', 'notIn'],
  bool: ['isTrue', 'isFalse'],
  number: ['eq', 'ne', 'is', 'isNot', 'gt', 'gte', 'lt', 'lte', 'between', 'isNull', 'isNotNull'],
  date: ['after', 'before', 'onOrAfter', 'onOrBefore', 'between', 'isNull', 'isNotNull'],
  readStatus: ['is', 'isNot', 'in', 'notIn'],
  list: ['is', 'isNot', 'in', 'notIn', 'isTrue', 'isFalse'],
} as const

export type ConditionKind = keyof typeof conditionOperators

export const seriesConditionFields = {
  libraryId: 'uuid',
  seriesId: 'uuid',
  genre: 'text',
  tag: 'text',
  sharingTag: 'text',
  author: 'person',
  name: 'text',
  title: 'text',
  titleSort: 'text',
  summary: 'text',
  publisher: 'text',
  imprint: 'text',
  storyArc: 'text',
  status: 'text',
  language: 'text',
  readingDirection: 'text',
  path: 'text',
  year: 'number',
  ageRating: 'number',
  bookCount: 'number',
  totalBookCount: 'number',
  pageCount: 'number',
  fileSize: 'number',
  userRating: 'number',
  communityRating: 'number',
  dateAdded: 'date',
  dateUpdated: 'date',
  dateRead: 'date',
  lastBookAdded: 'date',
  readStatus: 'readStatus',
  completion: 'bool',
  oneshot: 'bool',
  hasExternalSourceId: 'bool',
  hasUserRating: 'bool',
  /** Lectern follows no releases, so nothing is; apps may ask nevertheless. */
  isTracked: 'bool',
  wantToRead: 'bool',
  hasError: 'bool',
  inCollection: 'list',
} as const satisfies Record<string, ConditionKind>

export const bookConditionFields = {
  libraryId: 'uuid',
  seriesId: 'uuid',
  bookId: 'uuid',
  genre: 'text',
  tag: 'text',
  author: 'person',
  title: 'text',
  name: 'text',
  titleSort: 'text',
  summary: 'text',
  path: 'text',
  fileName: 'text',
  format: 'text',
  bookType: 'text',
  language: 'text',
  series: 'text',
  publisher: 'text',
  imprint: 'text',
  storyArc: 'text',
  status: 'text',
  sharingTag: 'text',
  ageRating: 'number',
  communityRating: 'number',
  number: 'number',
  volume: 'number',
  chapter: 'number',
  year: 'number',
  pageCount: 'number',
  fileSize: 'number',
  userRating: 'number',
  dateAdded: 'date',
  dateUpdated: 'date',
  dateRead: 'date',
  readStatus: 'readStatus',
  completion: 'bool',
  oneshot: 'bool',
  hasError: 'bool',
  analyzed: 'bool',
  deleted: 'bool',
  hasUserRating: 'bool',
  wantToRead: 'bool',
  inReadList: 'list',
  inCollection: 'list',
} as const satisfies Record<string, ConditionKind>

/** A condition as web and apps write it. The server reads it with its own words for what is wrong. */
export type Condition = { allOf: Condition[] } | { anyOf: Condition[] } | { [field: string]: ConditionTest }
export interface ConditionTest {
  operator: string
  value?: string | number
  /** Of `author`: what they did. */
  role?: string
  values?: readonly string[]
  min?: number
  max?: number
  start?: string
  end?: string
}

export const SeriesCondition = condition('SeriesCondition', seriesConditionFields, {
  allOf: [
    { genre: { operator: 'is', value: 'Fantasy' } },
    { readStatus: { operator: 'isNot', value: 'read' } },
    { year: { operator: 'between', min: 1990, max: 1999 } },
  ],
})

export const BookCondition = condition('BookCondition', bookConditionFields, {
  anyOf: [{ title: { operator: 'contains', value: 'dragon' } }, { pageCount: { operator: 'gt', value: 300 } }],
})

const search = {
  fullTextSearch: Type.Optional(
    Type.Union([Type.String({ maxLength: 2000 }), Type.Null()], {
      description:
        'Words or beginnings of words, in any order. Searches titles, series, authors and publishers. Ignores case, accents and character width, and tolerates a typo in longer words if nothing matches exactly.',
    }),
  ),
}

export const SeriesListRequest = Type.Object(
  { condition: Type.Optional(Type.Union([SeriesCondition, Type.Null()])), ...search },
  { title: 'SeriesListRequest' },
)
export type SeriesListRequest = Static<typeof SeriesListRequest>

export const BookListRequest = Type.Object(
  {
    condition: Type.Optional(Type.Union([BookCondition, Type.Null()])),
    ...search,
    includeDeleted: Type.Optional(Type.Boolean({ default: false })),
  },
  { title: 'BookListRequest' },
)
export type BookListRequest = Static<typeof BookListRequest>

function condition(title: string, fields: Record<string, ConditionKind>, example: object) {
  const kinds = Object.keys(conditionOperators) as ConditionKind[]
  const lines = kinds.map((kind) => {
    const names = Object.keys(fields).filter((name) => fields[name] === kind)
    return names.length === 0 ? '' : `- ${names.join(', ')}: ${conditionOperators[kind].join(', ')}`
  })
  return Type.Record(Type.String(), Type.Unknown(), {
    title,
    examples: [example],
    description: [
      'Exactly one key: `allOf` or `anyOf` with an array of conditions, or a field with its operator. An empty `allOf` is true, an empty `anyOf` false; at most 8 levels, 200 single conditions and 20,000 letters of text. Text ignores case and accents.',
      'Operators take `value`; `in` and `notIn` take `values`; `between` takes `min` and `max` (numbers) or `start` and `end` (dates); `isNull`, `isNotNull`, `isTrue`, `isFalse` take nothing. `isNot` includes what has no value. `author` also takes `role`, such as `writer`.',
      '',
      ...lines.filter((line) => line !== ''),
    ].join('\n'),
  })
}
