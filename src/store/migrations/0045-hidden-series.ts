import type { Migration } from './migration.ts'

/** Series that a user doesn't want to be offered. */
export const hiddenSeries: Migration = {
  number: 45,
  name: 'hidden-series',
  statements: ({ int, keyed }) => [
    `create table hidden_series (
      user_id integer not null references "user"(id) on delete cascade,
      series_id integer not null references series(id) on delete cascade, created_at ${int} not null,
      primary key (user_id, series_id)) ${keyed}`,
    `create index hidden_by_series on hidden_series(series_id)`,
  ],
}
