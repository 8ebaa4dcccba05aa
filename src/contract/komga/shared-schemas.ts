import type { Static, TSchema } from 'typebox'
import { routesUnder } from '../route.ts'
import Type from '../typebox.ts'

/** The actual path of the routes; the public prefix is added at run time. */
export const compatRootPath = '/~compat'

export const root = routesUnder(compatRootPath)
export const v1 = routesUnder(`${compatRootPath}/api/v1`)
export const v2 = routesUnder(`${compatRootPath}/api/v2`)

/** Ids have no hyphens: Aidoku splits names at them. */
export const KomgaId = Type.String({ pattern: '^[0-9a-f]{32}$' })
/** Whole seconds: Aidoku and KMReader refuse fractions. */
export const UtcSeconds = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' })
export const Day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })
export const text = Type.String()
export const flag = Type.Boolean()
export const integer = Type.Integer()
export const natural = Type.Integer({ minimum: 0 })

/** Any path parameter; the lookup decides whether it is an id. */
export const ByKomgaId = Type.Object({ id: Type.String() })

export const WebLink = Type.Object({ label: text, url: text })
export const KomgaAuthor = Type.Object({ name: text, role: text })

const Sort = Type.Object({ empty: flag, sorted: flag, unsorted: flag })

/** Spring's page with every field: strict decoders need all of them. */
export function SpringPage<T extends TSchema>(item: T) {
  return Type.Object({
    content: Type.Array(item),
    pageable: Type.Object({
      pageNumber: natural,
      pageSize: natural,
      sort: Sort,
      offset: natural,
      paged: flag,
      unpaged: flag,
    }),
    last: flag,
    totalPages: natural,
    totalElements: natural,
    first: flag,
    size: natural,
    number: natural,
    sort: Sort,
    numberOfElements: natural,
    empty: flag,
  })
}
export interface SpringPageOf<T> extends Omit<Static<ReturnType<typeof SpringPage<TSchema>>>, 'content'> {
  content: T[]
}

/** `<field>Lock` for each of these. */
export function lockFlagSchemas<const Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [`${name}Lock`, flag])) as Record<`${Name}Lock`, typeof flag>
}
