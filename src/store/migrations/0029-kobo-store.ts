import type { Migration } from './migration.ts'

/**
 * The device of a Kobo store token, as an HMAC of the token; and the state of the store sync of each device, if the
 * store is included.
 */
export const koboStore: Migration = {
  number: 29,
  name: 'kobo-store',
  statements: ({ int, keyed }) => [
    `create table kobo_bearer (
      hash text not null primary key, device_id integer not null references kobo_device(id) on delete cascade,
      seen_at ${int} not null) ${keyed}`,
    `create index kobo_bearer_device on kobo_bearer (device_id, seen_at)`,
    `alter table kobo_device add column store_page integer not null default 0`,
    `alter table kobo_device add column store_from text`,
    `alter table kobo_device add column store_next text`,
    `alter table kobo_device add column is_store_open integer not null default 0`,
  ],
}
