import type { Migration } from './migration.ts'

/** Actions that users are denied whatever their permissions; whether a sharing tag overrides the age limit. */
export const deniedActions: Migration = {
  number: 19,
  name: 'denied-actions',
  statements: () => [
    `alter table "user" add column denied text not null default '[]'`,
    `alter table "user" add column tags_override_age integer not null default 0`,
  ],
}
