import type { Migration } from './migration.ts'

/**
 * Which books have their pairs of common words in the text index. Books that are already indexed stay as they are:
 * pairs only make phrases fast in large libraries, and phrases are found without them too.
 */
export const commonPairs: Migration = {
  number: 37,
  name: 'common-pairs',
  statements: () => [
    `alter table book_text_state add column common_pairs integer not null default 0`,
    `create index book_text_state_pairs on book_text_state(common_pairs)`,
  ],
}
