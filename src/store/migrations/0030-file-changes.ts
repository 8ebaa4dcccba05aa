import type { Migration } from './migration.ts'

/**
 * When a book's file was added or replaced, and when that last happened in a series: `updated_at` also changes with
 * edits, and a file's own date may be arbitrary.
 */
export const fileChanges: Migration = {
  number: 30,
  name: 'file-changes',
  statements: ({ int }) => [
    `alter table book add column file_changed_at ${int} not null default 0`,
    `alter table series add column files_changed_at ${int} not null default 0`,
    `update book set file_changed_at = created_at`,
    `update series set files_changed_at = coalesce(last_book_at, created_at)`,
    `create index book_by_file_changed on book(file_changed_at, id, class)`,
    `create index series_by_files_changed on series(files_changed_at, id, class)`,
  ],
}
