import type { Migration } from './migration.ts'

/** Sign-ins with their addresses, and changes to accounts and settings. */
export const audit: Migration = {
  number: 14,
  name: 'audit',
  statements: ({ id, int, key }) => [
    // Names and ids without references: an account may be long gone, but its actions are kept.
    `create table audit_entry (
      id ${id}, created_at ${int} not null, event ${key} not null,
      user_uid ${key}, username text, address ${key}, via text, user_agent text,
      target_type ${key}, target_uid ${key}, target_name text, details text not null default '{}')`,
    `create index audit_entry_by_event on audit_entry(event, id)`,
    `create index audit_entry_by_user on audit_entry(user_uid, id)`,
    `alter table session add column address text`,
    `alter table session add column last_seen_at ${int}`,
    // Set while a signed-in user links a provider to their account.
    `alter table oidc_flow add column link_user_id integer references "user"(id) on delete cascade`,
    `alter table oidc_flow add column link_session_id integer`,
  ],
}
