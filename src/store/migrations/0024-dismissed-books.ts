import type { Migration } from './migration.ts'

/** Books that a user doesn't want to continue. Valid until they are read again: then their progress is newer. */
export const dismissedBooks: Migration = {
  number: 24,
  name: 'dismissed',
  statements: ({ int, keyed }) => [
    `create table dismissed_book (
      user_id integer not null references "user"(id) on delete cascade,
      book_id integer not null references book(id) on delete cascade, read_at ${int} not null,
      primary key (user_id, book_id)) ${keyed}`,
    `create index dismissed_by_book on dismissed_book(book_id)`,
  ],
}
