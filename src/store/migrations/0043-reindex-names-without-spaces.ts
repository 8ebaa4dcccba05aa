import { reindexChangedWords } from '../search/index-words.ts'
import type { Migration } from './migration.ts'

/**
 * Names in scripts that don't need spaces are also found without the spaces and signs between their parts. Existing
 * index entries must be rewritten for that.
 */
export const reindexNamesWithoutSpaces: Migration = {
  number: 43,
  name: 'names-without-spaces',
  statements: () => [],
  afterwards: reindexChangedWords,
}
