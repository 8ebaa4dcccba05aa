import type { Tx } from '../db.ts'
import type { SchemaTypes } from '../dialect/schema-types.ts'

/** One step of the schema. Steps are numbered, run once, in order, and never change after a release. */
export interface Migration {
  number: number
  name: string
  statements(words: SchemaTypes): string[]
  /** What statements cannot do, with the code of today: so it is done when all steps are taken. */
  afterwards?(tx: Tx, kind: SchemaTypes['kind']): Promise<void>
}
