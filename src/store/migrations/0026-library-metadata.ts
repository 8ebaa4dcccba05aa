import type { Migration } from './migration.ts'

/** What a library reads from files besides books: covers beside them, lists they name, the display of series. */
export const libraryMetadata: Migration = {
  number: 26,
  name: 'library-metadata',
  statements: () => [
    `alter table library add column metadata_options text not null default '{}'`,
    `alter table cover add column artwork_path text`,
    `alter table cover add column artwork_stamp text`,
  ],
}
