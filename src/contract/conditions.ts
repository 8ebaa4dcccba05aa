import type { Static } from 'typebox'
import Type from './typebox.ts'

const textOperators = [
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
] as const

/** The kinds of fields a condition can test, and the operators of each. */
export const conditionOperators = {
  text: textOperators,
  person: textOperators,
  uuid: ['is', 'isNot', 'in', 'notIn'],
  bool: ['isTrue', 'isFalse'],
  number: ['eq', 'ne', 'is', 'isNot', 'gt', 'gte', 'lt', 'lte', 'between', 'isNull', 'isNotNull'],
  date: ['after', 'before', 'onOrAfter', 'onOrBefore', 'between', 'isNull', 'isNotNull'],
  readStatus: ['is', 'isNot', 'in', 'notIn'],
  list: ['is', 'isNot', 'in', 'notIn', 'isTrue', 'isFalse'],
} as const

export type ConditionFieldKind = keyof typeof conditionOperators

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
  character: 'text',
  team: 'text',
  location: 'text',
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
  /** Whether the viewer follows its new releases. */
  isTracked: 'bool',
  wantToRead: 'bool',
  /** Whether the viewer has hidden it. */
  isHidden: 'bool',
  hasError: 'bool',
  inCollection: 'list',
} as const satisfies Record<string, ConditionFieldKind>

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
  character: 'text',
  team: 'text',
  location: 'text',
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
  /** Whether the viewer has hidden its series. */
  isHidden: 'bool',
  inReadList: 'list',
  inCollection: 'list',
} as const satisfies Record<string, ConditionFieldKind>

/** A condition as the web interface and apps write it. The server validates it with error messages of its own. */
export type Condition = { allOf: Condition[] } | { anyOf: Condition[] } | { [field: string]: ConditionTest }
export interface ConditionTest {
  operator: string
  value?: string | number
  /** For `author`: their role. */
  role?: string
  values?: readonly string[]
  min?: number
  max?: number
  start?: string
  end?: string
}

/** The operands of each kind of field, besides the operator. */
const operands: Record<ConditionFieldKind, Record<string, object>> = {
  text: { value: { type: 'string', description: 'Case and accents are ignored.' } },
  person: {
    value: { type: 'string', description: 'A name. Case and accents are ignored.' },
    role: { type: 'string', description: 'Only people with this role.', examples: ['writer'] },
  },
  uuid: {
    value: { type: 'string', format: 'uuid' },
    values: { type: 'array', items: { type: 'string', format: 'uuid' } },
  },
  bool: {},
  number: {
    value: { type: 'number' },
    min: { type: 'number', description: 'For `between`, inclusive.' },
    max: { type: 'number', description: 'For `between`, inclusive.' },
  },
  date: {
    value: { type: 'string', description: 'A date (`2026-11-16`) or a time (`2026-11-16T20:15:00Z`).' },
    start: { type: 'string', description: 'For `between`.' },
    end: { type: 'string', description: 'For `between`.' },
  },
  readStatus: {
    value: { type: 'string', description: '`unread`, `in_progress` or `read`.', examples: ['unread'] },
    values: { type: 'array', items: { type: 'string' }, description: 'For `in` and `notIn`.', examples: [['unread']] },
  },
  list: {
    value: { type: 'string', format: 'uuid' },
    values: { type: 'array', items: { type: 'string', format: 'uuid' }, description: 'For `in` and `notIn`.' },
  },
}
const testTitles: Record<ConditionFieldKind, string> = {
  text: 'TextTest',
  person: 'PersonTest',
  uuid: 'IdTest',
  bool: 'YesNoTest',
  number: 'NumberTest',
  date: 'DateTest',
  readStatus: 'ReadStatusTest',
  list: 'ListTest',
}

export const SeriesCondition = condition('SeriesCondition', seriesConditionFields, [
  {
    allOf: [
      { genre: { operator: 'is', value: 'Fantasy' } },
      { readStatus: { operator: 'isNot', value: 'read' } },
      { year: { operator: 'between', min: 1990, max: 1999 } },
    ],
  },
  { author: { operator: 'is', value: 'Naoki Urasawa', role: 'writer' } },
  { anyOf: [{ wantToRead: { operator: 'isTrue' } }, { userRating: { operator: 'gte', value: 80 } }] },
  { dateAdded: { operator: 'onOrAfter', value: '2026-11-01' } },
])

export const BookCondition = condition('BookCondition', bookConditionFields, [
  { anyOf: [{ title: { operator: 'contains', value: 'dragon' } }, { pageCount: { operator: 'gt', value: 300 } }] },
  { allOf: [{ format: { operator: 'is', value: 'epub' } }, { readStatus: { operator: 'is', value: 'unread' } }] },
  { seriesId: { operator: 'in', values: ['01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'] } },
  { summary: { operator: 'isNull' } },
])

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

function testOf(kind: ConditionFieldKind) {
  const operator = { type: 'string', enum: [...conditionOperators[kind]] }
  return {
    title: testTitles[kind],
    type: 'object',
    description: `Operators: ${conditionOperators[kind].map((name) => `\`${name}\``).join(', ')}.`,
    properties: { operator, ...operands[kind] },
    required: ['operator'],
  }
}

/** Accepts any value: the server validates it with error messages of its own. The document shows the grammar. */
function condition(title: string, fields: Record<string, ConditionFieldKind>, examples: object[]) {
  const description =
    'Exactly one key: `allOf` or `anyOf` with more conditions, or a field with its operator. An empty `allOf` is true, an empty `anyOf` is false. At most 8 levels, 200 single conditions and 20,000 characters of text. Most operators take `value`; `in` and `notIn` take `values`; `between` takes `min` and `max` or, for dates, `start` and `end`; `isNull`, `isNotNull`, `isTrue` and `isFalse` take nothing. `isNot` also matches what has no value.'
  const more = { type: 'array', items: { $ref: title } }
  const grammar = {
    title,
    type: 'object',
    description,
    examples,
    minProperties: 1,
    maxProperties: 1,
    properties: {
      allOf: { ...more, description: 'All of these conditions are met.' },
      anyOf: { ...more, description: 'At least one of these conditions is met.' },
      ...Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, testOf(kind)])),
    },
  }
  return Type.Record(Type.String(), Type.Unknown(), { title, examples, description, 'x-document': grammar })
}
