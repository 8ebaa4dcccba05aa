import type { Db } from '../open.ts'

/** A filter speaks of names and public ids, a statement of inner ids: they are looked up once, before it is made. */
export interface ResolvedFilter {
  readonly kind: Db['kind']
  readonly userId: number
  /** The inner ids that a part of the filter stands for. Parts are told apart by identity. */
  ids(part: object): readonly number[]
}
