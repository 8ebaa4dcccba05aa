import type { Permission, Role } from './user-draft.ts'

// The contract may only be imported as types here; a test holds these lists against it.
const reader: Permission[] = [
  'LibrariesRead',
  'SeriesRead',
  'BooksRead',
  'PagesRead',
  'ProgressRead',
  'ProgressWrite',
  'ApiKeysRead',
  'ApiKeysWrite',
]
const maintainer: Permission[] = [
  ...reader,
  'LibrariesWrite',
  'SeriesWrite',
  'SeriesDelete',
  'BooksWrite',
  'BooksDelete',
  'TasksRead',
  'TasksWrite',
]

/** What a role brings along, so that only the rest needs ticking. An admin has everything. */
export const permissionsByRole: Record<Exclude<Role, 'admin'>, Permission[]> = { reader, maintainer }
