import type { Migration } from './migration.ts'

/** Sources of new releases, followed series, and announced releases. */
export const releases: Migration = {
  number: 18,
  name: 'releases',
  statements: ({ id, uid, int, real, key, keyed }) => [
    `create table release_source (
      id ${id}, uid ${uid} not null unique, plugin_id integer not null references plugin(id) on delete cascade,
      source_key ${key} not null, display_name text not null, kind text not null, config text not null default 'null',
      is_enabled integer not null default 1, cron text, etag text, last_polled_at ${int}, last_error text,
      last_error_at ${int}, last_summary text, created_at ${int} not null, updated_at ${int} not null,
      unique (plugin_id, source_key))`,
    `create table series_follow (
      user_id integer not null references "user"(id) on delete cascade,
      series_id integer not null references series(id) on delete cascade, created_at ${int} not null,
      primary key (series_id, user_id)) ${keyed}`,
    `create index series_follow_by_user on series_follow(user_id)`,
    `create table series_tracking (
      series_id integer primary key references series(id) on delete cascade,
      track_chapters integer not null default 1, track_volumes integer not null default 1,
      latest_chapter ${real}, latest_volume ${real}, confidence ${real}, languages text, updated_at ${int} not null)`,
    `create table series_alias (
      id ${id}, uid ${uid} not null unique, series_id integer not null references series(id) on delete cascade,
      alias text not null, created_at ${int} not null)`,
    `create index series_alias_by_series on series_alias(series_id)`,
    `create table announced_release (
      id ${id}, uid ${uid} not null unique, series_id integer not null references series(id) on delete cascade,
      source_id integer not null references release_source(id) on delete cascade,
      external_release_id ${key} not null, info_hash ${key}, chapters text, volumes text, language text,
      format_hints text, uploader text, payload_url text not null, media_url text, media_kind text,
      confidence ${real} not null, metadata text, is_owned integer not null default 0,
      observed_at ${int} not null, released_at ${int}, created_at ${int} not null,
      unique (source_id, external_release_id))`,
    `create index announced_release_by_series on announced_release(series_id, id)`,
    `create index announced_release_by_hash on announced_release(info_hash) where info_hash is not null`,
    `create table release_state (
      user_id integer not null references "user"(id) on delete cascade,
      release_id integer not null references announced_release(id) on delete cascade, state text not null,
      updated_at ${int} not null, primary key (user_id, release_id)) ${keyed}`,
  ],
}
