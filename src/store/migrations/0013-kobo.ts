import type { Migration } from './migration.ts'

/**
 * Kobo e-readers. `kobo_book` stores what was sent to each device about each book, so that nothing is sent twice. It
 * has no reference to the book: a book may be deleted before the device is notified.
 */
export const kobo: Migration = {
  number: 13,
  name: 'kobo',
  statements: ({ id, uid, int, key, keyed }) => [
    `create table kobo_device (
      id ${id}, uid ${uid} not null unique, user_id integer not null references "user"(id) on delete cascade,
      name text not null, token_hash ${key} not null unique, scope text not null, model text, firmware text,
      page integer not null default 0, session_page integer not null default 0, is_open integer not null default 0,
      is_repeated integer not null default 0, paged_at ${int} not null default 0, checked_revision ${key},
      created_at ${int} not null, last_seen_at ${int}, last_sync_at ${int})`,
    `create index kobo_device_user on kobo_device(user_id)`,
    `create table kobo_book (
      device_id integer not null references kobo_device(id) on delete cascade, book_id integer not null, uid ${uid} not null,
      pending text, told text, page integer not null default 0, hash ${key} not null default '',
      print ${key} not null default '', state_at ${int} not null default 0, is_hidden integer not null default 0,
      primary key (device_id, book_id)) ${keyed}`,
    `create index kobo_book_pending on kobo_book(device_id, pending, book_id) where pending is not null`,
    `create table kobo_tag (
      device_id integer not null references kobo_device(id) on delete cascade, tag ${key} not null,
      print ${key} not null, page integer not null default 0, told text not null, primary key (device_id, tag)) ${keyed}`,
  ],
}
