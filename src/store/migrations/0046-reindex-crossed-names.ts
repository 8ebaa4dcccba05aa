import { reindexChangedWords } from '../search/index-words.ts'
import type { Migration } from './migration.ts'

/** SPY×FAMILY is also found by "spy x family", and Hunter x Hunter by "hunterxhunter": existing entries must be rewritten. */
export const reindexCrossedNames: Migration = {
  number: 46,
  name: 'crossed-names',
  statements: () => [],
  afterwards: reindexChangedWords,
}
