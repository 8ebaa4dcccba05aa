import type { SpringPageOf } from '../../contract/komga/shared-schemas.ts'
import { booleanOf, integerOf, type KomgaQuery, valuesOf } from './read-query.ts'

export interface SortOrder {
  property: string
  direction: 'asc' | 'desc'
}

/** The requested part of a list, and its order. */
export interface Pageable {
  page: number
  size: number
  isUnpaged: boolean
  orders: SortOrder[]
}

const USUAL_SIZE = 20
const MAX_SIZE = 2000

/** Both web interfaces send a size of 0 for the default one. */
export function readPageable(query: KomgaQuery): Pageable {
  const size = integerOf(query, 'size') ?? USUAL_SIZE
  return {
    page: Math.max(0, integerOf(query, 'page') ?? 0),
    size: size < 1 ? USUAL_SIZE : Math.min(size, MAX_SIZE),
    isUnpaged: booleanOf(query, 'unpaged') === true,
    orders: valuesOf(query, 'sort').flatMap(readOrders),
  }
}

/** `name`, `name,desc`, or several names before one direction. */
function readOrders(text: string): SortOrder[] {
  const words = text.split(',').map((word) => word.trim())
  const last = words.at(-1)?.toLowerCase()
  const isDirected = last === 'asc' || last === 'desc'
  const names = isDirected ? words.slice(0, -1) : words
  const direction = isDirected && last === 'desc' ? 'desc' : 'asc'
  return names.filter((name) => name !== '').map((property) => ({ property, direction }))
}

export const limitAndOffsetOfPageable = ({ page, size }: Pageable) => ({ limit: size, offset: page * size })

/** `isSorted`: whether the request has an order that exists. */
export function presentSpringPage<T>(
  wanted: Pageable,
  isSorted: boolean,
  found: { data: T[]; total: number },
): SpringPageOf<T> {
  const { data, total } = found
  const number = wanted.isUnpaged ? 0 : wanted.page
  const size = wanted.isUnpaged ? Math.max(total, USUAL_SIZE) : wanted.size
  const totalPages = Math.ceil(total / size)
  const sort = { empty: !isSorted, sorted: isSorted, unsorted: !isSorted }
  return {
    content: data,
    pageable: { pageNumber: number, pageSize: size, sort, offset: number * size, paged: true, unpaged: false },
    last: number >= totalPages - 1,
    totalPages,
    totalElements: total,
    first: number === 0,
    size,
    number,
    sort,
    numberOfElements: data.length,
    empty: data.length === 0,
  }
}
