import { isNestedDeeper } from './foreign-values.ts'
import { type ImportRecord, type RecordType, recordTypes, skippedRecord } from './records.ts'

type Shape = 'any' | 'text' | 'text?' | 'number?' | 'time?' | 'flag' | 'texts' | 'texts?' | 'object?' | 'list'

const fields: Record<RecordType, Record<string, Shape>> = {
  library: { id: 'text', name: 'text', path: 'text', settings: 'object?' },
  user: {
    ...{ id: 'text', username: 'text', email: 'text?', role: 'text', passwordHash: 'text?', isActive: 'flag' },
    ...{
      allLibraries: 'flag',
      libraryIds: 'texts',
      ageLimit: 'number?',
      allowUnrated: 'flag',
      tagsOverrideAge: 'flag',
      labels: 'list',
    },
    ...{ denied: 'texts', permissions: 'texts', identities: 'list', createdAt: 'time?' },
  },
  book: {
    ...{ id: 'text', libraryId: 'text?', seriesId: 'text?', path: 'text', size: 'number?', syncHash: 'text?' },
    ...{ sha256: 'text?', isDeleted: 'flag', metadata: 'object?', chapterId: 'text?', series: 'object?' },
    addedAt: 'time?',
  },
  series: { id: 'text', libraryId: 'text?', name: 'text', path: 'text?', addedAt: 'time?', metadata: 'object?' },
  relation: { seriesId: 'text', otherId: 'text', kind: 'text', source: 'text?' },
  collection: listFields(),
  readList: listFields(),
  cover: { of: 'text', id: 'text', data: 'text?', coverId: 'text?' },
  progress: {
    ...{ userId: 'text', bookId: 'text', page: 'number?', pageCount: 'number?', percentage: 'number?' },
    ...{ isCompleted: 'flag', startedAt: 'time?', readAt: 'time?', completedAt: 'time?' },
    ...{ locator: 'object?', pointer: 'text?', device: 'text?' },
  },
  completion: { userId: 'text', bookId: 'text', completedAt: 'time?', isUndated: 'flag' },
  session: {
    ...{ userId: 'text', bookId: 'text', startedAt: 'time?', endedAt: 'time?' },
    ...{ fromPage: 'number?', toPage: 'number?', device: 'text?' },
  },
  rating: { userId: 'text', of: 'text', id: 'text', rating: 'number?', notes: 'text?', at: 'time?' },
  wantToRead: { userId: 'text', of: 'text', id: 'text', at: 'time?' },
  bookmark: markFields(),
  annotation: { ...markFields(), id: 'text?', text: 'text?', color: 'text?', style: 'text?' },
  follow: { userId: 'text', seriesId: 'text', at: 'time?' },
  hide: { userId: 'text', seriesId: 'text', at: 'time?' },
  filter: {
    id: 'text',
    userId: 'text',
    name: 'text',
    target: 'text',
    query: 'object?',
    isShared: 'flag',
    at: 'time?',
  },
  preference: { userId: 'text', key: 'text', value: 'any', at: 'time?' },
  font: { userId: 'text?', family: 'text', data: 'text?' },
  key: {
    ...{ id: 'text', userId: 'text', name: 'text', scheme: 'text', lookup: 'text', verifier: 'text' },
    ...{ createdAt: 'time?', expiresAt: 'number?', lastUsedAt: 'time?', permissions: 'texts?', syncHash: 'text?' },
    kobo: 'object?',
  },
  skipped: {
    what: 'text',
    name: 'text?',
    nameReason: 'object?',
    reason: 'text',
    code: 'text?',
    params: 'object?',
    rows: 'number?',
    isInFiles: 'flag',
  },
}

function listFields(): Record<string, Shape> {
  return {
    id: 'text',
    name: 'text',
    summary: 'text?',
    isOrdered: 'flag',
    ownerId: 'text?',
    memberIds: 'texts',
    condition: 'object?',
    createdAt: 'time?',
  }
}

function markFields(): Record<string, Shape> {
  return { userId: 'text', bookId: 'text', page: 'number?', locator: 'object?', note: 'text?', at: 'time?' }
}

/**
 * Checks one line of an archive against the fields of its type: drops unknown fields and clears invalid ones. A line
 * without a required field becomes a `skipped` record with the reason, so that nothing is lost silently.
 */
export function checkRecord(value: Record<string, unknown>): ImportRecord {
  const type = value.type as RecordType
  const name = typeof value.id === 'string' ? value.id.slice(0, 200) : ''
  if (!recordTypes.includes(type)) {
    return skippedRecord(typeof type === 'string' ? String(type).slice(0, 50) : 'unknown', '', 'record_type')
  }
  const record: Record<string, unknown> = { type }
  for (const [field, shape] of Object.entries(fields[type])) {
    const checked = check(value[field], shape)
    if (checked === undefined) return skippedRecord(type, name, 'field', { field })
    record[field] = checked
  }
  if ('of' in record && !['series', 'book', 'collection', 'readList'].includes(record.of as string)) {
    return skippedRecord(type, name, 'reference')
  }
  return record as unknown as ImportRecord
}

/** Undefined: a required value is missing. */
function check(value: unknown, shape: Shape): unknown {
  if (isNestedDeeper(value, MAX_DEPTH)) return shape === 'list' ? [] : null
  if (shape === 'any') return value ?? null
  if (shape === 'text') return typeof value === 'string' && value !== '' ? value : undefined
  if (shape === 'text?') return typeof value === 'string' && value !== '' ? value : null
  if (shape === 'number?') return typeof value === 'number' && Number.isFinite(value) ? value : null
  if (shape === 'time?') return typeof value === 'number' && value > 0 && value <= Date.now() + DAY ? value : null
  if (shape === 'flag') return value === true
  // A missing list differs from an empty one.
  if (shape === 'texts?') return value === undefined || value === null ? null : check(value, 'texts')
  if (shape === 'texts') return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  if (shape === 'list')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
}

/** Deeper than any record. Writing a value that is nested thousands of levels deep fails. */
const MAX_DEPTH = 100

/** Clocks may be a little ahead. But a reading time in the year 2999 is wrong, and would win over every other. */
const DAY = 24 * 60 * 60 * 1000
