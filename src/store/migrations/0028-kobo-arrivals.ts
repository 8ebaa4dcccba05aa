import type { Migration } from './migration.ts'

/**
 * Proof that a response page arrived at a Kobo, so that nothing is sent twice and nothing is lost; the annotations on a
 * device, in its own format; the reading time on a device.
 */
export const koboArrivals: Migration = {
  number: 28,
  name: 'kobo-arrivals',
  statements: ({ uid, int, keyed }) => [
    `alter table kobo_device rename column is_repeated to repeats`,
    `alter table kobo_device add column arrived_page integer not null default 0`,
    `alter table kobo_device add column keeps_token integer not null default 0`,
    `create table kobo_annotation (
      device_id integer not null references kobo_device(id) on delete cascade, book_id integer not null,
      uid ${uid} not null, content text not null, updated_at ${int} not null,
      is_offered integer not null default 0,
      primary key (device_id, book_id, uid)) ${keyed}`,
    `create table kobo_reading_time (
      device_id integer not null references kobo_device(id) on delete cascade, book_id integer not null,
      minutes integer not null, primary key (device_id, book_id)) ${keyed}`,
  ],
}
