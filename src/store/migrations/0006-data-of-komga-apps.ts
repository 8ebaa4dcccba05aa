import type { Migration } from './migration.ts'

/** Data of apps made for Komga: covers of lists, and a log of file operations. */
export const dataOfKomgaApps: Migration = {
  number: 6,
  name: 'apps',
  statements: ({ id, uid, int, key }) => [
    `create table shelf_cover (
      id ${id}, uid ${uid} not null unique,
      collection_id integer references collection(id) on delete cascade,
      read_list_id integer references read_list(id) on delete cascade,
      media_type text not null, hash ${key} not null, width integer, height integer,
      is_selected integer not null default 0, created_at ${int} not null)`,
    `create index shelf_cover_collection on shelf_cover(collection_id)`,
    `create index shelf_cover_read_list on shelf_cover(read_list_id)`,
    // Public ids without references: the book may be long gone; its deletion is what is logged.
    `create table file_deed (
      id ${id}, uid ${uid} not null unique, type text not null, book_uid ${uid}, series_uid ${uid},
      details text not null default '{}', created_at ${int} not null)`,
  ],
}
