import type { Migration } from './migration.ts'

/** The fields of a series that come from its books: they are cleared when no book sets them any more. */
export const seriesFieldsFromBooks: Migration = {
  number: 7,
  name: 'gleaned',
  statements: () => [`alter table series add column gleaned text not null default '[]'`],
}
