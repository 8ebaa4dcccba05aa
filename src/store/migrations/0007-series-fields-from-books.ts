import type { Migration } from './migration.ts'

/** Which fields of a series its books said: when none of them does any more, they are cleared. */
export const seriesFieldsFromBooks: Migration = {
  number: 7,
  name: 'gleaned',
  statements: () => [`alter table series add column gleaned text not null default '[]'`],
}
