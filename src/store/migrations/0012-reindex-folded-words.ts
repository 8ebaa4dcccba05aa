import { reindexChangedWords } from '../search/index-words.ts'
import type { Migration } from './migration.ts'

/** Words are folded further than before: "strasse" finds Straße, "spiderman" Spider-Man. What was indexed is not found so. */
export const reindexFoldedWords: Migration = {
  number: 12,
  name: 'folded-words',
  statements: () => [],
  afterwards: reindexChangedWords,
}
