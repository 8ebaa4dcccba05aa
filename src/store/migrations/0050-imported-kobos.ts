import type { Migration } from './migration.ts'

/**
 * A Kobo that was set up with another server keeps its address, which contains an API key of that server.
 * `api_key.kobo_scope` says which books it got there, `kobo_device.api_key_id` that it is such a device.
 */
export const importedKobos: Migration = {
  number: 50,
  name: 'imported-kobos',
  statements: () => [
    `alter table api_key add column kobo_scope text`,
    `alter table kobo_device add column api_key_id integer references api_key(id) on delete cascade`,
    `create index kobo_device_api_key on kobo_device(api_key_id) where api_key_id is not null`,
  ],
}
