import { queueTextReindex } from '../book-text/queue-text-reindex.ts'
import type { Migration } from './migration.ts'

/**
 * In the text of books, 1000 and 1,000 find each other. All are indexed again, in the background: such a number may be on
 * any page.
 */
export const groupedNumbersInTexts: Migration = {
  number: 52,
  name: 'grouped-numbers',
  statements: () => [],
  afterwards: (tx) => queueTextReindex(tx),
}
