import { reindexChangedWords } from '../search/index-words.ts'
import type { Migration } from './migration.ts'

/**
 * Words are folded further than before: "strasse" finds Straße, "spiderman" Spider-Man. Existing index entries must be
 * rewritten for that.
 */
export const reindexFoldedWords: Migration = {
  number: 12,
  name: 'folded-words',
  statements: () => [],
  afterwards: reindexChangedWords,
}
