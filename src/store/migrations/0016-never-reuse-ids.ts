import type { Migration } from './migration.ts'

/**
 * SQLite gave the id of the last row that was deleted to the next one, which then had its tasks and whatever was cached for it.
 * `autoincrement` changes nothing in how rows are stored, so the declaration is changed where it stands: to copy a million
 * books into new tables would take minutes. PostgreSQL never gives an id twice.
 */
export const neverReuseIds: Migration = {
  number: 16,
  name: 'ids-once',
  statements: ({ kind }) =>
    kind === 'postgres'
      ? []
      : [
          // Makes the table in which SQLite keeps the last ids.
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
