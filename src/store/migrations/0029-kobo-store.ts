import type { Migration } from './migration.ts'

/**
 * Which device a token of Kobo's store belongs to, as an HMAC of it; and up to where a device was told what is new in the
 * store, where the store is asked too.
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
