import type { Db } from '../open.ts'

/**
 * A filter contains names and public ids, a statement internal ids: they are looked up once, before the statement is
 * built.
 */
export interface ResolvedFilter {
  readonly kind: Db['kind']
  readonly userId: number
  /** The internal ids for a part of the filter. Parts are compared by identity. */
  ids(part: object): readonly number[]
}
