import { queueTextReindex } from '../book-text/queue-text-reindex.ts'
import { reindexChangedWords } from '../search/index-words.ts'
import type { Migration } from './migration.ts'

/**
 * Thai, Lao, Khmer and Burmese are split into pairs, Indian vowel signs are kept in the text of books, and letters that
 * look like apostrophes are treated like them, as are Arabic digits like others. Existing index entries must be
 * rewritten for that.
 */
export const reindexUnspacedScripts: Migration = {
  number: 39,
  name: 'unspaced-scripts',
  statements: () => [],
  afterwards: async (tx, kind) => {
    await reindexChangedWords(tx, kind)
    await queueTextReindex(
      tx,
      /[\u02b9-\u02bf\u05f3\u05f4\u0660-\u0669\u06f0-\u06f9\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/,
    )
  },
}
