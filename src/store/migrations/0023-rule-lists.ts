import type { Migration } from './migration.ts'

/** Collections and read lists whose members a condition determines: the original condition, and its filter. */
export const ruleLists: Migration = {
  number: 23,
  name: 'rule-lists',
  statements: () =>
    ['collection', 'read_list'].flatMap((table) => [
      `alter table ${table} add column condition text`,
      `alter table ${table} add column rule text`,
      `create index ${table}_with_rule on ${table}(id) where rule is not null`,
    ]),
}
