import type { Migration } from './migration.ts'

/** Fonts uploaded for one user or for everyone. Their files are stored with the uploaded covers. */
export const fonts: Migration = {
  number: 21,
  name: 'fonts',
  statements: ({ id, uid, int, key }) => [
    // Without a user it is the server's, for everyone.
    `create table font (
      id ${id}, uid ${uid} not null unique, user_id integer references "user"(id) on delete cascade,
      hash ${key} not null, format ${key} not null, family text not null, weight integer not null,
      is_italic integer not null, is_variable integer not null, size ${int} not null, created_at ${int} not null)`,
    `create index font_by_user on font(user_id, id)`,
    `create index font_by_hash on font(hash)`,
  ],
}
