import type { Migration } from './migration.ts'

/**
 * How often a source has failed in a row, and what else a person can say of how a series is followed. What no provider knew is
 * looked for once more: former versions also took it for unknown when the provider was down.
 */
export const releaseTracking: Migration = {
  number: 38,
  name: 'release-tracking',
  statements: () => [
    `alter table release_source add column failure_count integer not null default 0`,
    `alter table series_tracking add column volume_chapter_map text`,
    `alter table series_tracking add column poll_interval_s integer`,
    `delete from match_state where outcome = 'none'`,
    `delete from book_match_state where outcome = 'none'`,
  ],
}
