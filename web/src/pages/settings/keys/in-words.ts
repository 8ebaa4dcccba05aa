import type { PlainKey } from '../../../messages/t.ts'
import type { Permission } from './presets.ts'

/** What a set of permissions lets one do, in words: the fewest sentences that say it all. */
export function deedsOf(permissions: readonly Permission[]): PlainKey[] {
  const may = (permission: Permission) => permissions.includes(permission)
  const any = (...wanted: Permission[]) => wanted.some(may)
  const deeds: PlainKey[] = []
  if (may('PagesRead') && may('BooksRead')) deeds.push('deed.read')
  else if (any('LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead')) deeds.push('deed.browse')
  if (may('ProgressWrite')) deeds.push('deed.keepPlace')
  else if (may('ProgressRead')) deeds.push('deed.seePlace')
  if (any('SeriesWrite', 'BooksWrite')) deeds.push('deed.edit')
  if (any('SeriesDelete', 'BooksDelete')) deeds.push('deed.delete')
  if (may('LibrariesWrite')) deeds.push('deed.libraries')
  if (may('LibrariesDelete')) deeds.push('deed.deleteLibraries')
  if (may('TasksWrite')) deeds.push('deed.tasks')
  else if (may('TasksRead')) deeds.push('deed.seeTasks')
  if (any('UsersWrite', 'UsersDelete')) deeds.push('deed.users')
  else if (may('UsersRead')) deeds.push('deed.seeUsers')
  if (may('ApiKeysWrite')) deeds.push('deed.keys')
  else if (may('ApiKeysRead')) deeds.push('deed.seeKeys')
  if (may('PluginsManage')) deeds.push('deed.plugins')
  if (may('SystemAdmin')) deeds.push('deed.server')
  return deeds
}
