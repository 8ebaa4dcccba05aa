import type { Migration } from './migration.ts'

/** A page turn continues the user's last session in the book, without scanning those of all other users. */
export const lastSessionOfAReader: Migration = {
  number: 36,
  name: 'last-session-of-a-reader',
  statements: () => [
    `create index reading_session_reader on reading_session(book_id, user_id)`,
    `drop index reading_session_book`,
  ],
}
