import type { Migration } from './migration.ts'

/**
 * When a scan found a book or series whose `created_at`, the date added, was imported from another server. Null: both are
 * the same.
 */
export const firstSeen: Migration = {
  number: 48,
  name: 'first-seen',
  statements: ({ int }) => [
    `alter table book add column first_seen_at ${int}`,
    `alter table series add column first_seen_at ${int}`,
  ],
}
