import type { Migration } from './migration.ts'

/** Plugins per user: their external accounts, synced entries, and recommendations. */
export const userPlugins: Migration = {
  number: 27,
  name: 'user-plugins',
  statements: ({ id, uid, int, key, keyed }) => [
    `create table user_plugin (
      id ${id}, uid ${uid} not null unique, plugin_id integer not null references plugin(id) on delete cascade,
      user_id integer not null references "user"(id) on delete cascade, is_enabled integer not null default 1,
      config text not null default '{}', secrets text, token_expires_at ${int}, refreshing_until ${int} not null default 0,
      auto_sync integer not null default 0, health text not null default 'unknown',
      failure_count integer not null default 0, health_reason text, external_id text, external_username text,
      external_avatar_url text, last_sync_at ${int}, last_full_sync_at ${int}, last_success_at ${int},
      last_failure_at ${int}, last_sync_result text, created_at ${int} not null, updated_at ${int} not null,
      unique (plugin_id, user_id))`,
    `create index user_plugin_by_user on user_plugin(user_id)`,
    `create table plugin_oauth_flow (
      state ${key} primary key, plugin_id integer not null, user_id integer not null, session_id integer,
      verifier text, redirect_uri text not null, created_at ${int} not null)`,
    // The external service's last known state of a series, so that a sync doesn't undo a user's later changes here.
    `create table synced_entry (
      user_plugin_id integer not null references user_plugin(id) on delete cascade, external_id ${key} not null,
      state text not null, applied_at ${int} not null, primary key (user_plugin_id, external_id)) ${keyed}`,
    `create table recommendation_list (
      user_plugin_id integer primary key references user_plugin(id) on delete cascade, entries text not null,
      generated_at ${int} not null)`,
    `create table dismissed_recommendation (
      user_plugin_id integer not null references user_plugin(id) on delete cascade, external_id ${key} not null,
      reason text, created_at ${int} not null, primary key (user_plugin_id, external_id)) ${keyed}`,
    // The server's own proposals have no plugin. No row in this table is older than an hour.
    `drop table plugin_record`,
    `create table plugin_record (
      id ${id}, uid ${uid} not null unique, plugin_id integer references plugin(id) on delete cascade,
      series_id integer references series(id) on delete cascade, book_id integer references book(id) on delete cascade,
      user_id integer not null, external_id text not null, record text not null, created_at ${int} not null)`,
    `create index plugin_record_by_time on plugin_record(created_at)`,
  ],
}
