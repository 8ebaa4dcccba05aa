import type { Migration } from './migration.ts'

/**
 * Highlights and notes. A deleted one is kept for a while as a tombstone, so that other devices delete it too.
 * `updated_at` is when the user changed it, perhaps offline; `synced_at` is when this server received it.
 */
export const annotations: Migration = {
  number: 10,
  name: 'annotations',
  statements: ({ id, uid, int, real }) => [
    `create table annotation (
      id ${id}, uid ${uid} not null unique, user_id integer not null references "user"(id) on delete cascade,
      book_id integer not null references book(id) on delete cascade,
      locator text not null, position ${real} not null, color text not null, style text not null, note text, device text,
      search_text text not null, created_at ${int} not null, updated_at ${int} not null, synced_at ${int} not null,
      deleted_at ${int})`,
    `create index annotation_user on annotation(user_id, synced_at)`,
    `create index annotation_book on annotation(book_id, user_id)`,
  ],
}
