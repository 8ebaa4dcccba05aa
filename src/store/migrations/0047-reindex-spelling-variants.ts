import { queueTextReindex } from '../book-text/queue-text-reindex.ts'
import { reindexChangedWords } from '../search/index-words.ts'
import { withDottedNasals } from '../text/indic-nasals.ts'
import { withSimplifiedCharacters } from '../text/simplified-characters.ts'
import type { Migration } from './migration.ts'

/**
 * Simplified and traditional characters find each other, as do हिंदी and हिन्दी. Existing entries must be rewritten: those
 * of names now, books whose text is searched in the background.
 */
export const reindexSpellingVariants: Migration = {
  number: 47,
  name: 'spelling-variants',
  statements: () => [],
  async afterwards(tx, kind) {
    await reindexChangedWords(tx, kind)
    await queueTextReindex(tx, {
      test: (text) => withSimplifiedCharacters(text) !== text || withDottedNasals(text) !== text,
    })
  },
}
