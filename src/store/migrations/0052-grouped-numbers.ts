import { queueTextReindex } from '../book-text/queue-text-reindex.ts'
import { groupedNumbers } from '../text/text-tokens.ts'
import type { Migration } from './migration.ts'

/** In the text of books, 1000 and 1,000 find each other. Books that contain such numbers are indexed again. */
export const groupedNumbersInTexts: Migration = {
  number: 52,
  name: 'grouped-numbers',
  statements: () => [],
  afterwards: (tx) => queueTextReindex(tx, { test: (text) => groupedNumbers(text).length > 0 }),
}
