import type { Migration } from './migration.ts'

/**
 * Indexes that no query uses. Every index on books is written whenever a scan finds one: these were a fifth of that.
 * Rows of one library are found by the index on paths.
 */
export const dropUnusedIndexes: Migration = {
  number: 9,
  name: 'unasked',
  statements: () => [
    `drop index book_by_library`,
    `drop index book_by_unanalyzed`,
    `drop index book_by_failed`,
    `drop index series_by_library`,
    // Workers are identified by the tasks they hold.
    `drop table worker`,
  ],
}
