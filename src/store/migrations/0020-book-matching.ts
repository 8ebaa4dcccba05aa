import type { Migration } from './migration.ts'

/** Books that a plugin has already matched, so that only new and changed ones are matched again. */
export const bookMatching: Migration = {
  number: 20,
  name: 'book-matching',
  statements: ({ int, keyed }) => [
    `create table book_match_state (
      plugin_id integer not null references plugin(id) on delete cascade,
      book_id integer not null references book(id) on delete cascade,
      asked_as text not null, outcome text not null, matched_at ${int} not null,
      primary key (plugin_id, book_id)) ${keyed}`,
    `create index book_match_state_by_book on book_match_state(book_id)`,
  ],
}
