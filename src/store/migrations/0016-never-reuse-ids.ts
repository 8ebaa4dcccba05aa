import type { Migration } from './migration.ts'

/**
 * SQLite reused the id of the last deleted row for the next one, which then got its tasks and cache entries.
 * `autoincrement` doesn't change how rows are stored, so the declaration is edited in place: copying a million books to
 * new tables would take minutes. PostgreSQL never reuses ids.
 */
export const neverReuseIds: Migration = {
  number: 16,
  name: 'ids-once',
  statements: ({ kind }) =>
    kind === 'postgres'
      ? []
      : [
          // Creates the table in which SQLite stores the last ids.
          `create table numbered (id integer primary key autoincrement)`,
          `drop table numbered`,
          `pragma writable_schema = on`,
          `update sqlite_master set sql = replace(sql, 'id integer primary key,', 'id integer primary key autoincrement,')
            where type = 'table' and name not like '%\\_search%' escape '\\' and sql like '% id integer primary key,%'`,
          `update sqlite_master set sql = replace(sql, '(id integer primary key,', '(id integer primary key autoincrement,')
            where type = 'table' and name not like '%\\_search%' escape '\\' and sql like '%(id integer primary key,%'`,
          `pragma writable_schema = reset`,
        ],
}
