import type { Migration } from './migration.ts'

/** Files that stay on disk although a user removed them from the library, by their path in it. */
export const excludedFiles: Migration = {
  number: 8,
  name: 'left-out',
  statements: ({ int, key, keyed }) => [
    `create table left_out (
      library_id integer not null references library(id) on delete cascade, path ${key} not null,
      created_at ${int} not null, primary key (library_id, path)) ${keyed}`,
  ],
}
