import type { BookFilter } from '../../../store/book/filter.ts'
import type { SeriesFilter } from '../../../store/series/filter.ts'
import { hasStatus, personNamed, taggedAs } from './series.ts'

export interface SearchText {
  /** What is left to look for in names. */
  words: string | undefined
  series: SeriesFilter[]
  books: BookFilter[]
}

/**
 * Komga searches by Lucene's syntax. Of that, people type words, and now and then `publisher:"Image Comics"`: those
 * fields become conditions; signs that only Lucene knows are left out.
 */
export function readSearchText(text: string | undefined): SearchText {
  const found: SearchText = { words: undefined, series: [], books: [] }
  if (!text?.trim()) return found
  const rest = text.replace(
    FIELD,
    (whole, sign: string | undefined, name: string, quoted: string | undefined, bare: string) => {
      const filter = fieldOf(name.toLowerCase(), quoted ?? bare.replaceAll(/[*~]/g, ''))
      if (!filter) return whole
      const isTurned = sign !== undefined
      found.series.push(isTurned ? { not: filter } : filter)
      const ofBook: BookFilter = { series: filter }
      found.books.push(isTurned ? { not: ofBook } : ofBook)
      return ' '
    },
  )
  const words = rest
    .replaceAll(/(^|\s)(?:AND|OR|NOT)(?=\s|$)/g, ' ')
    .replaceAll(/(^|\s)[+-](?=\S)/g, ' ')
    .replaceAll(/["*~^(){}[\]\\]/g, ' ')
    .trim()
  if (words !== '') found.words = words
  return found
}

const FIELD = /(NOT\s+|-)?\b([a-z_]+):(?:"([^"]*)"|([^\s"]+))/gi

function fieldOf(name: string, value: string): SeriesFilter | undefined {
  const is = { op: 'is', value } as const
  switch (name) {
    case 'title':
      return { text: 'title', test: { op: 'contains', value } }
    case 'publisher':
    case 'language':
      return { text: name, test: is }
    case 'genre':
      return { facet: 'genre', test: is }
    case 'tag':
    case 'series_tag':
    case 'book_tag':
      return taggedAs(is)
    case 'sharing_label':
      return { facet: 'sharing_tag', test: is }
    case 'status':
      return hasStatus(value.toUpperCase())
    case 'age_rating':
      return /^\d+$/.test(value) ? { number: 'ageRating', test: { op: 'eq', value: Number(value) } } : undefined
    case 'release_date':
      return /^\d{4}$/.test(value) ? { number: 'year', test: { op: 'eq', value: Number(value) } } : undefined
    case 'complete':
    case 'oneshot':
      return { flag: name, is: value.toLowerCase() === 'true' }
    case 'author':
      return { ...personNamed(value, undefined)!, credited: 'anywhere' }
    default:
      return ROLES.has(name) ? { ...personNamed(value, name)!, credited: 'anywhere' } : undefined
  }
}

const ROLES = new Set(['writer', 'penciller', 'inker', 'colorist', 'letterer', 'cover', 'editor', 'translator'])
