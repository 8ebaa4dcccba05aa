import type { Migration } from './migration.ts'

/**
 * What no question asks for. Each index of a book is written whenever a scan finds one: these were a fifth of that. Rows of
 * one library are found by its paths.
 */
export const dropUnusedIndexes: Migration = {
  number: 9,
  name: 'unasked',
  statements: () => [
    `drop index book_by_library`,
    `drop index book_by_unanalyzed`,
    `drop index book_by_failed`,
    `drop index series_by_library`,
    // Workers are known by the tasks they hold.
    `drop table worker`,
  ],
}
