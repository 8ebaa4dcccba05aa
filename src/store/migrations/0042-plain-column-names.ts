import type { Migration } from './migration.ts'

/**
 * Columns, and one table, get names that say what they hold. Older backups contain the former names (`renamedColumns`,
 * `renamedTables`).
 */
export const plainColumnNames: Migration = {
  number: 42,
  name: 'plain-column-names',
  statements: () => [
    `alter table kobo_book rename column told to last_sent`,
    `alter table kobo_book rename column print to fingerprint`,
    `alter table kobo_tag rename column told to last_sent`,
    `alter table kobo_tag rename column print to fingerprint`,
    `alter table kobo_device rename column keeps_token to token_habit`,
    `alter table series rename column gleaned to fields_from_files`,
    `alter table progress_place rename to reading_position`,
    `drop index progress_place_book`,
    `create index reading_position_book on reading_position(book_id)`,
  ],
}
