import type { PlainKey } from '../../../messages/t.ts'
import type { Permission } from './key-presets.ts'

/** Describes a set of permissions in as few sentences as possible. */
export function describePermissions(permissions: readonly Permission[]): PlainKey[] {
  const may = (permission: Permission) => permissions.includes(permission)
  const any = (...wanted: Permission[]) => wanted.some(may)
  const messages: PlainKey[] = []
  if (may('PagesRead') && may('BooksRead')) messages.push('permissionText.read')
  else if (any('LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead')) messages.push('permissionText.browse')
  if (may('ProgressWrite')) messages.push('permissionText.saveProgress')
  else if (may('ProgressRead')) messages.push('permissionText.seeProgress')
  if (any('SeriesWrite', 'BooksWrite')) messages.push('permissionText.edit')
  if (any('SeriesDelete', 'BooksDelete')) messages.push('permissionText.delete')
  if (may('LibrariesWrite')) messages.push('permissionText.libraries')
  if (may('LibrariesDelete')) messages.push('permissionText.deleteLibraries')
  if (may('TasksWrite')) messages.push('permissionText.tasks')
  else if (may('TasksRead')) messages.push('permissionText.seeTasks')
  if (any('UsersWrite', 'UsersDelete')) messages.push('permissionText.users')
  else if (may('UsersRead')) messages.push('permissionText.seeUsers')
  if (may('ApiKeysWrite')) messages.push('permissionText.keys')
  else if (may('ApiKeysRead')) messages.push('permissionText.seeKeys')
  if (may('PluginsManage')) messages.push('permissionText.plugins')
  if (may('SystemAdmin')) messages.push('permissionText.server')
  return messages
}
