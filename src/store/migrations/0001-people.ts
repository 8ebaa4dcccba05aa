import type { Migration } from './migration.ts'

/** Users, sign-ins, and runtime settings. */
export const people: Migration = {
  number: 1,
  name: 'people',
  statements: ({ id, uid, int, bytes, key, keyed }) => [
    `create table "user" (
      id ${id}, uid ${uid} not null unique,
      username ${key} not null, username_key ${key} not null unique,
      email ${key}, email_key ${key} unique,
      password_hash text, role text not null, permissions text not null default '[]',
      is_active integer not null default 1,
      all_libraries integer not null default 1, age_limit integer, allow_unrated integer not null default 1,
      created_at ${int} not null, updated_at ${int} not null, last_login_at ${int})`,
    `create table api_key (
      id ${id}, uid ${uid} not null unique,
      user_id integer not null references "user"(id) on delete cascade,
      name text not null, prefix ${key} not null unique, secret_hash ${bytes} not null, sync_hash ${key} not null,
      permissions text not null, expires_at ${int}, last_used_at ${int},
      created_at ${int} not null, updated_at ${int} not null)`,
    `create index api_key_user on api_key(user_id)`,
    `create table session (
      id ${id}, uid ${uid} not null unique,
      user_id integer not null references "user"(id) on delete cascade,
      user_agent text, created_at ${int} not null, expires_at ${int} not null, revoked_at ${int})`,
    `create index session_by_user on session(user_id)`,
    `create index session_by_expiry on session(expires_at)`,
    `create table refresh_token (
      hash ${key} primary key,
      session_id integer not null references session(id) on delete cascade,
      created_at ${int} not null, expires_at ${int} not null, used_at ${int})`,
    `create index refresh_token_session on refresh_token(session_id)`,
    `create table oidc_identity (
      provider ${key} not null, subject ${key} not null,
      user_id integer not null references "user"(id) on delete cascade,
      created_at ${int} not null, primary key (provider, subject)) ${keyed}`,
    `create table oidc_flow (
      state ${key} primary key, provider ${key} not null, verifier text not null, nonce text not null,
      return_to text, created_at ${int} not null)`,
    `create table login_failure (
      name ${key} primary key, failures integer not null, since ${int} not null)`,
    `create table user_preference (
      user_id integer not null references "user"(id) on delete cascade,
      name ${key} not null, value text not null, updated_at ${int} not null, primary key (user_id, name)) ${keyed}`,
    `create table setting (
      name ${key} primary key, value text not null, version integer not null default 1,
      updated_at ${int} not null, updated_by integer references "user"(id) on delete set null)`,
    `create table setting_history (
      id ${id}, name ${key} not null, old_value text, new_value text,
      changed_at ${int} not null, changed_by integer references "user"(id) on delete set null)`,
    `create index setting_history_name on setting_history(name, id)`,
    `create table secret (name ${key} primary key, value text not null)`,
    `create table revision (scope ${key} primary key, n ${int} not null) ${keyed}`,
  ],
}
