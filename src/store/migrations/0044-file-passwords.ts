import type { Migration } from './migration.ts'

/** The password of an encrypted file, sealed. */
export const filePasswords: Migration = {
  number: 44,
  name: 'file-passwords',
  statements: () => [`alter table book add column file_password text`],
}
