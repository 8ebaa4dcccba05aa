import type { Migration } from './migration.ts'

/** Import sources, and the new ids of imported items: a second run finds them, and old URLs still work. */
export const imports: Migration = {
  number: 15,
  name: 'imports',
  statements: ({ id, uid, int, key, keyed }) => [
    `create table import_source (
      id ${id}, uid ${uid} not null unique, kind text not null, version text not null, name text not null,
      status text not null, error text, summary text not null default '{}', options text not null default '{}',
      report text, last_run_at ${int}, created_by integer, created_at ${int} not null, updated_at ${int} not null)`,
    // The lookup columns come first: apps send an old id, and nothing else.
    `create table import_id (
      kind ${key} not null, foreign_id ${key} not null,
      source_id integer not null references import_source(id) on delete cascade,
      uid ${uid} not null, state text, primary key (kind, foreign_id, source_id)) ${keyed}`,
    `create index import_id_source on import_id(source_id, kind)`,
    // Responses to apps that know the old ids contain them.
    `create index import_id_uid on import_id(uid)`,
  ],
}
