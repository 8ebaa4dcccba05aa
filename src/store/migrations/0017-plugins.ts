import type { Migration } from './migration.ts'

/** Plugins: installations and their health, their storage, their proposals and the outcome of these. */
export const plugins: Migration = {
  number: 17,
  name: 'plugins',
  statements: ({ id, uid, int, real, key, keyed }) => [
    `create table plugin (
      id ${id}, uid ${uid} not null unique, name ${key} not null unique, display_name text not null, description text,
      plugin_type text not null, origin text not null, command text not null, args text not null default '[]',
      package_dir text, permissions text not null default '[]', scopes text not null default '[]',
      library_uids text not null default '[]', secrets text, credential_delivery text not null,
      config text not null default '{}', settings text not null default '{}', manifest text,
      is_enabled integer not null default 0, reviewed_at ${int}, rate_limit integer, timeout_seconds integer,
      log_level text, health text not null default 'unknown', failure_count integer not null default 0,
      health_reason text, last_success_at ${int}, last_failure_at ${int},
      owner ${key}, owner_until ${int} not null default 0, generation integer not null default 0,
      created_at ${int} not null, updated_at ${int} not null)`,
    `create table plugin_failure (
      id ${id}, uid ${uid} not null unique, plugin_id integer not null references plugin(id) on delete cascade,
      code text not null, method text, message text not null, log text, occurred_at ${int} not null)`,
    `create index plugin_failure_by_plugin on plugin_failure(plugin_id, id)`,
    // user_id 0: the plugin's own data.
    `create table plugin_storage (
      plugin_id integer not null references plugin(id) on delete cascade, user_id integer not null, name ${key} not null,
      data text not null, expires_at ${int}, updated_at ${int} not null,
      primary key (plugin_id, user_id, name)) ${keyed}`,
    // Messages between servers that are too long for the bus.
    `create table plugin_message (id ${key} primary key, body text not null, created_at ${int} not null)`,
    `create table plugin_record (
      id ${id}, uid ${uid} not null unique, plugin_id integer not null references plugin(id) on delete cascade,
      series_id integer references series(id) on delete cascade, book_id integer references book(id) on delete cascade,
      user_id integer not null, external_id text not null, record text not null, created_at ${int} not null)`,
    `create index plugin_record_by_time on plugin_record(created_at)`,
    `create table metadata_change (
      id ${id}, uid ${uid} not null unique, plugin_id integer references plugin(id) on delete set null,
      plugin_name text not null, series_id integer references series(id) on delete cascade,
      book_id integer references book(id) on delete cascade, user_id integer, external_id text, title text,
      fields text not null, before text not null, created_at ${int} not null, undone_at ${int})`,
    `create index metadata_change_by_series on metadata_change(series_id, id)`,
    `create index metadata_change_by_book on metadata_change(book_id, id)`,
    `create table match_review (
      id ${id}, uid ${uid} not null unique, plugin_id integer not null references plugin(id) on delete cascade,
      series_id integer references series(id) on delete cascade, book_id integer references book(id) on delete cascade,
      state ${key} not null, query text not null, score ${real}, candidates text not null, reason text not null,
      created_at ${int} not null, decided_at ${int})`,
    `create index match_review_open on match_review(state, id)`,
    `create unique index match_review_once_series on match_review(plugin_id, series_id) where state = 'open' and series_id is not null`,
    `create unique index match_review_once_book on match_review(plugin_id, book_id) where state = 'open' and book_id is not null`,
    // Series that a plugin has already matched, so that only new and changed ones are sent to it.
    `create table match_state (
      plugin_id integer not null references plugin(id) on delete cascade,
      series_id integer not null references series(id) on delete cascade,
      asked_as text not null, outcome text not null, matched_at ${int} not null,
      primary key (plugin_id, series_id)) ${keyed}`,
    `create table match_never (
      series_id integer primary key references series(id) on delete cascade, created_at ${int} not null)`,
  ],
}
