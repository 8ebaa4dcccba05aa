import type { SchemaWords } from '../dialect/words.ts'

/** One step of the schema. Steps are numbered, run once, in order, and never change after a release. */
export interface Migration {
  number: number
  name: string
  statements(words: SchemaWords): string[]
}
