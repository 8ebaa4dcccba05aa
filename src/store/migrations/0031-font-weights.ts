import type { Migration } from './migration.ts'

/** The weights of a font. Variable fonts uploaded before this are assumed to have all. */
export const fontWeights: Migration = {
  number: 31,
  name: 'font-weights',
  statements: () => [
    `alter table font add column min_weight integer not null default 400`,
    `alter table font add column max_weight integer not null default 400`,
    `update font set min_weight = weight, max_weight = weight`,
    `update font set min_weight = 100, max_weight = 900 where is_variable = 1`,
  ],
}
