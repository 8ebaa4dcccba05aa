import type { Static, TSchema } from 'typebox'
import { validationProblem } from './problems.ts'
import Type from './typebox.ts'

export const defaultPageSize = 50
export const maxPageSize = 500

const page = {
  format: 'int64',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Page number, from 1.',
} as const
const pageSize = {
  minimum: 1,
  description: `Items per page, at most ${maxPageSize}; higher values count as ${maxPageSize}.`,
}
const fields = {
  page: Type.Integer({ ...page, default: 1 }),
  pageSize: Type.Integer({ ...pageSize, default: defaultPageSize }),
}

/** Query of a list. Add fields with `PagingWith({ libraryId: Type.Optional(Uuid) })`. */
export const Paging = Type.Object(fields)
export type Paging = Static<typeof Paging>

/** For a list that is short for nearly everyone: it is returned whole unless a page is requested. */
export const OptionalPaging = Type.Object({
  page: Type.Optional(Type.Integer(page)),
  pageSize: Type.Optional(Type.Integer(pageSize)),
})

export function PagingWith<Fields extends Record<string, TSchema>>(more: Fields) {
  return Type.Object({ ...fields, ...more })
}

export const PageLinks = Type.Object(
  {
    self: Type.String(),
    first: Type.String(),
    last: Type.String(),
    next: Type.Union([Type.String(), Type.Null()]),
    prev: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'PageLinks' },
)

const count = () => Type.Integer({ format: 'int64', minimum: 0 })

export function Page<Item extends TSchema>(item: Item) {
  return Type.Object({
    data: Type.Array(item),
    page: count(),
    pageSize: count(),
    total: count(),
    totalPages: count(),
    links: PageLinks,
  })
}

export interface PageOf<Item> {
  data: Item[]
  page: number
  pageSize: number
  total: number
  totalPages: number
  links: Static<typeof PageLinks>
}

/** The rows a list query has to fetch. */
export function limitAndOffsetOf(query: Paging): { limit: number; offset: number } {
  const limit = Math.min(query.pageSize, maxPageSize)
  return { limit, offset: Math.min((query.page - 1) * limit, Number.MAX_SAFE_INTEGER - maxPageSize) }
}

/** The request for a page: its URL, query included, and how the client has to write a path of ours. */
export interface ListPageRequest {
  request: { url: string }
  href(path: string): string
}

/** Wraps one page. The links contain all given parameters, so that following them keeps filter and sort. */
export function presentListPage<Item>(
  { request, href }: ListPageRequest,
  query: Paging,
  found: { data: Item[]; total: number },
): PageOf<Item> {
  const pageSize = Math.min(query.pageSize, maxPageSize)
  const totalPages = Math.ceil(found.total / pageSize)
  const last = Math.max(1, totalPages)
  const [path = '', given = ''] = href(request.url).split('?', 2)
  const parameters = new URLSearchParams(given)
  parameters.set('page', '1')
  parameters.set('pageSize', String(pageSize))
  const link = (page: number) => {
    parameters.set('page', String(page))
    return `${path}?${parameters}`
  }
  return {
    data: found.data,
    page: query.page,
    pageSize,
    total: found.total,
    totalPages,
    links: {
      self: link(query.page),
      first: link(1),
      last: link(last),
      next: query.page < last ? link(query.page + 1) : null,
      prev: query.page > 1 ? link(Math.min(query.page - 1, last)) : null,
    },
  }
}

/** `sort=title,asc`, repeatable. */
export const SortQuery = Type.Optional(
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 8, description: '`<field>,<asc|desc>`. Can be repeated.' }),
)

export interface SortKey<Field extends string> {
  field: Field
  direction: 'asc' | 'desc'
}

/** `allowed` maps each name in the API to its field, so that aliases cost nothing. */
export function parseSort<Field extends string>(
  given: readonly string[] | undefined,
  allowed: Readonly<Record<string, Field>>,
): SortKey<Field>[] {
  const keys: SortKey<Field>[] = []
  const faults = []
  for (const text of given ?? []) {
    const [name = '', direction, ...rest] = text.split(',')
    const field = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    if (field === undefined) {
      const names = Object.keys(allowed).join(', ')
      faults.push({ path: 'sort', message: `"${name}" is not a sort field; allowed are ${names}` })
    } else if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
      faults.push({ path: 'sort', message: `"${text}" must have the form <field>,<asc|desc>` })
    } else if (!keys.some((key) => key.field === field)) {
      keys.push({ field, direction })
    }
  }
  if (faults.length > 0) throw validationProblem(faults)
  return keys
}
