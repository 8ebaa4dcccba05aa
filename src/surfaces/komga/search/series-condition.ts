import { seriesStatuses } from '../../../contract/komga/series.ts'
import type { ReadStatus } from '../../../store/list/predicates.ts'
import type { TextTest } from '../../../store/list/sql-conditions.ts'
import type { SeriesFilter } from '../../../store/series/filter.ts'
import {
  booleanValueOf,
  dayTestOfLeaf,
  isNotOperator,
  keywordValueOf,
  numberTestOfLeaf,
  textTestOfLeaf,
  textValueOf,
  unsupportedOperatorProblem,
} from './condition-operators.ts'
import { invalidSearchProblem, type KomgaConditionLeaf, requireObject } from './search-condition.ts'
import { rolesFromKomga } from './translate-role.ts'

/** One condition on series. Undefined: it excludes nothing. */
export function seriesFilterOfLeaf(leaf: KomgaConditionLeaf): SeriesFilter | undefined {
  switch (leaf.key) {
    case 'libraryid':
      return { library: { op: isNotOperator(leaf) ? 'notIn' : 'in', ids: [textValueOf(leaf)] } }
    case 'collectionid':
      return negatedIfIsNot(leaf, { collection: [textValueOf(leaf)] })
    case 'deleted':
      return booleanValueOf(leaf) ? filterMatchingNoSeries : undefined
    case 'oneshot':
      return { flag: 'oneshot', is: booleanValueOf(leaf) }
    case 'complete':
      return { flag: 'complete', is: booleanValueOf(leaf) }
    case 'title':
      return { text: 'title', test: textTestOfLeaf(leaf) }
    case 'titlesort':
      return { text: 'titleSort', test: textTestOfLeaf(leaf) }
    case 'publisher':
      return { text: 'publisher', test: isNullIfEmpty(textTestOfLeaf(leaf)) }
    case 'language':
      return { text: 'language', test: isNullIfEmpty(textTestOfLeaf(leaf)) }
    case 'genre':
      return { facet: 'genre', test: textTestOfLeaf(leaf) }
    case 'tag':
      return seriesTagFilter(textTestOfLeaf(leaf))
    case 'sharinglabel':
      return { facet: 'sharing_tag', test: textTestOfLeaf(leaf) }
    case 'releasedate':
      return { number: 'releaseDate', test: dayTestOfLeaf(leaf) }
    case 'agerating':
      return { number: 'ageRating', test: numberTestOfLeaf(leaf) }
    case 'readstatus':
      return negatedIfIsNot(leaf, { readStatus: [readStatusOf(leaf)] })
    case 'seriesstatus':
      return negatedIfIsNot(leaf, seriesStatusFilter(keywordValueOf(leaf, seriesStatuses)))
    case 'author': {
      const person = personFilterOfLeaf(leaf)
      return person && negatedIfIsNot(leaf, { ...person, credited: 'anywhere' })
    }
    default:
      throw invalidSearchProblem(leaf.path, 'is not a known condition')
  }
}

/** In Komga a missing value is an empty one: Aidoku queries series of any language, or of none, this way. */
function isNullIfEmpty(test: TextTest): TextTest {
  if ('value' in test && test.value === '') {
    if (test.op === 'is') return { op: 'isNull' }
    if (test.op === 'not is') return { op: 'isNotNull' }
  }
  return test
}

/** By its own tags or those of its books. */
export function seriesTagFilter(test: TextTest): SeriesFilter {
  if (test.op === 'isNull') return { not: seriesTagFilter({ op: 'isNotNull' }) }
  if (test.op === 'not is') return { not: seriesTagFilter({ op: 'is', value: test.value }) }
  if (test.op !== 'is' && test.op !== 'isNotNull') return { facet: 'tag', test }
  return {
    any: [
      { facet: 'tag', test },
      { facetOfBooks: 'tag', test },
    ],
  }
}

/** A series without books is gone: it can't be requested any more. */
export const filterMatchingNoSeries: SeriesFilter = { any: [] }

/** An unknown status is shown as ongoing, so it is found as such. */
export function seriesStatusFilter(status: string): SeriesFilter {
  const is = (value: string): SeriesFilter => ({ text: 'status', test: { op: 'is', value } })
  if (status !== 'ONGOING') return is(status.toLowerCase())
  return { any: [is('ongoing'), is('unknown'), { text: 'status', test: { op: 'isNull' } }] }
}

export const readStatuses = ['UNREAD', 'READ', 'IN_PROGRESS'] as const
export const readStatusOf = (leaf: KomgaConditionLeaf): ReadStatus =>
  keywordValueOf(leaf, readStatuses).toLowerCase() as ReadStatus

/** A name, a role, or both; without either it excludes nothing. */
export function personFilterOfLeaf(leaf: KomgaConditionLeaf) {
  const value = requireObject(leaf.value, `${leaf.path}.value`)
  return personFilter(wordIn(value.get('name')), wordIn(value.get('role')))
}

export function personFilter(name: string | undefined, role: string | undefined) {
  if (!name && !role) return undefined
  const roles = role ? rolesFromKomga(role) : undefined
  const person = name ? ({ op: 'is', value: name } as const) : ({ op: 'isNotNull' } as const)
  return { person, ...(roles && { roles }) }
}

const wordIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

function negatedIfIsNot(leaf: KomgaConditionLeaf, filter: SeriesFilter): SeriesFilter {
  if (leaf.operator !== 'is' && leaf.operator !== 'isnot') throw unsupportedOperatorProblem(leaf)
  return isNotOperator(leaf) ? { not: filter } : filter
}
