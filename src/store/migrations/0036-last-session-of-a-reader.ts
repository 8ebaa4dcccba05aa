import type { Migration } from './migration.ts'

/** A turned page goes on with the reader's last session in the book, and doesn't look through those of everybody else. */
export const lastSessionOfAReader: Migration = {
  number: 36,
  name: 'last-session-of-a-reader',
  statements: () => [
    `create index reading_session_reader on reading_session(book_id, user_id)`,
    `drop index reading_session_book`,
  ],
}
