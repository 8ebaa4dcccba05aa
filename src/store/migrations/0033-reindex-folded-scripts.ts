import { queueTextReindex } from '../book-text/queue-text-reindex.ts'
import { reindexChangedWords } from '../search/index-words.ts'
import type { Migration } from './migration.ts'

/**
 * Words are folded further than before: hiragana find katakana, مدينة finds المدينة. Existing index entries must be
 * rewritten for that.
 */
export const reindexFoldedScripts: Migration = {
  number: 33,
  name: 'kana-and-arabic',
  statements: () => [],
  afterwards: async (tx, kind) => {
    await reindexChangedWords(tx, kind)
    await queueTextReindex(tx, /[\p{Script=Katakana}\p{Script=Arabic}]/u)
  },
}
