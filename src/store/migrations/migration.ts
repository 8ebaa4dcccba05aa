import type { Tx } from '../db.ts'
import type { SchemaTypes } from '../dialect/schema-types.ts'

/** One migration of the schema. Migrations are numbered, run once, in order, and never change after a release. */
export interface Migration {
  number: number
  name: string
  statements(words: SchemaTypes): string[]
  /** What statements can't do. It uses the current code, so it runs after all migrations. */
  afterwards?(tx: Tx, kind: SchemaTypes['kind']): Promise<void>
}
