import { mediaProfiles, mediaStatuses } from '../../../contract/komga/books.ts'
import type { BookFilter } from '../../../store/book/filter.ts'
import {
  booleanValueOf,
  dayTestOfLeaf,
  isNotOperator,
  keywordValueOf,
  numberTestOfLeaf,
  textTestOfLeaf,
  textValueOf,
} from './condition-operators.ts'
import { invalidSearchProblem, type KomgaConditionLeaf, requireObject } from './search-condition.ts'
import { personFilterOfLeaf, readStatusOf } from './series-condition.ts'

/** One condition on books. Undefined: it excludes nothing. */
export function bookFilterOfLeaf(leaf: KomgaConditionLeaf): BookFilter | undefined {
  switch (leaf.key) {
    case 'libraryid':
      return { library: { op: isNotOperator(leaf) ? 'notIn' : 'in', ids: [textValueOf(leaf)] } }
    case 'seriesid':
      return { seriesId: { op: isNotOperator(leaf) ? 'notIn' : 'in', ids: [textValueOf(leaf)] } }
    case 'readlistid':
      return negatedIfIsNot(leaf, { readList: [textValueOf(leaf)] })
    case 'deleted':
      return booleanValueOf(leaf) ? { flag: 'deleted', is: true } : { flag: 'deleted', is: false }
    case 'oneshot':
      return { series: { flag: 'oneshot', is: booleanValueOf(leaf) } }
    case 'title':
      return { text: 'title', test: textTestOfLeaf(leaf) }
    case 'releasedate':
      return { number: 'releaseDate', test: dayTestOfLeaf(leaf) }
    case 'numbersort':
      return { number: 'number', test: numberTestOfLeaf(leaf) }
    case 'tag':
      return { facet: 'tag', test: textTestOfLeaf(leaf) }
    case 'readstatus':
      return negatedIfIsNot(leaf, { readStatus: [readStatusOf(leaf)] })
    case 'mediastatus':
      return negatedIfIsNot(leaf, mediaStatusFilter(keywordValueOf(leaf, mediaStatuses)))
    case 'mediaprofile':
      return negatedIfIsNot(leaf, mediaProfileFilter(keywordValueOf(leaf, mediaProfiles)))
    case 'author': {
      const person = personFilterOfLeaf(leaf)
      return person && negatedIfIsNot(leaf, person)
    }
    case 'poster':
      return negatedIfIsNot(leaf, posterFilter(leaf))
    default:
      throw invalidSearchProblem(leaf.path, 'is not a known condition')
  }
}

const noBook: BookFilter = { any: [] }
type OwnFlag = 'analyzed' | 'hasError' | 'cover' | 'chosenCover' | 'uploadedCover' | 'artworkCover' | 'chosenArtwork'
const isFlag = (flag: OwnFlag, is: boolean): BookFilter => ({ flag, is })

/** As `presentKomgaMedia` shows it: a readable book is ready, whatever else is wrong. */
export function mediaStatusFilter(status: string): BookFilter {
  const isRead: BookFilter = { all: [isFlag('analyzed', true), { number: 'pageCount', test: { op: 'gt', value: 0 } }] }
  if (status === 'READY') return isRead
  if (status === 'ERROR')
    return { all: [{ not: isRead }, { any: [isFlag('hasError', true), isFlag('analyzed', true)] }] }
  if (status === 'UNKNOWN') return { all: [isFlag('analyzed', false), isFlag('hasError', false)] }
  return noBook
}

function mediaProfileFilter(profile: string): BookFilter {
  const is = (value: string): BookFilter => ({ text: 'format', test: { op: 'is', value } })
  if (profile === 'DIVINA') return { any: [is('cbz'), is('cbr')] }
  return is(profile.toLowerCase())
}

/**
 * There may be other pictures besides the one from the file, and one of them may be selected; if there are any, one is
 * shown.
 */
function posterFilter(leaf: KomgaConditionLeaf): BookFilter {
  const value = requireObject(leaf.value, `${leaf.path}.value`)
  const type = value.get('type')
  const selected = value.get('selected')
  const isChosen = typeof selected === 'boolean' ? selected : undefined
  switch (type === undefined || type === null ? undefined : String(type).toUpperCase()) {
    case undefined:
      return isChosen === false
        ? { any: [isFlag('uploadedCover', true), isFlag('artworkCover', true)] }
        : isFlag('cover', true)
    case 'GENERATED':
      if (isChosen === false) return isFlag('chosenCover', true)
      return isChosen ? { all: [isFlag('cover', true), isFlag('chosenCover', false)] } : isFlag('cover', true)
    case 'USER_UPLOADED':
      return othersOf('uploadedCover', isChosen, [isFlag('chosenCover', true), isFlag('chosenArtwork', false)])
    case 'SIDECAR':
      return othersOf('artworkCover', isChosen, [isFlag('chosenArtwork', true)])
    default:
      throw invalidSearchProblem(`${leaf.path}.value.type`, 'must be one of GENERATED, SIDECAR, USER_UPLOADED')
  }
}

/** Books with such a cover, optionally only those that show it, or don't. */
function othersOf(flag: OwnFlag, isChosen: boolean | undefined, shown: BookFilter[]): BookFilter {
  if (isChosen === undefined) return isFlag(flag, true)
  return { all: [isFlag(flag, true), isChosen ? { all: shown } : { not: { all: shown } }] }
}

function negatedIfIsNot(leaf: KomgaConditionLeaf, filter: BookFilter): BookFilter {
  return isNotOperator(leaf) ? { not: filter } : filter
}
