import type { Permission } from '../../../../../src/contract/permissions.ts'

export type { Permission }

export const presetIds = ['full', 'readOnly', 'opds', 'automation', 'mobile', 'metadata', 'custom'] as const
export type PresetId = (typeof presetIds)[number]

/** What each preset grants. Full access has no entry: the server then grants all of the user's permissions. */
export const presetPermissions: Record<Exclude<PresetId, 'full' | 'custom'>, Permission[]> = {
  readOnly: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead'],
  opds: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite'],
  automation: ['LibrariesRead', 'LibrariesWrite', 'TasksRead', 'TasksWrite'],
  mobile: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'BooksWrite', 'PagesRead'],
  metadata: ['LibrariesRead', 'SeriesRead', 'SeriesWrite', 'BooksRead', 'BooksWrite'],
}

/** The permissions to request; undefined leaves them out. */
export function permissionsForPreset(preset: PresetId, ticked: Permission[]): Permission[] | undefined {
  if (preset === 'full') return undefined
  return preset === 'custom' ? ticked : presetPermissions[preset]
}

/** The permissions of a preset that the user lacks: a key can never do more than its owner. */
export function missingPermissionsForPreset(preset: PresetId, mine: readonly Permission[]): Permission[] {
  if (preset === 'full' || preset === 'custom') return []
  return presetPermissions[preset].filter((each) => !mine.includes(each))
}

/** The preset that matches a key's permissions. */
export function findPreset(permissions: readonly Permission[], mine: readonly Permission[]): PresetId {
  const same = (wanted: readonly Permission[]) =>
    wanted.length === permissions.length && wanted.every((each) => permissions.includes(each))
  if (same(mine)) return 'full'
  return presetIds.find((name) => name !== 'full' && name !== 'custom' && same(presetPermissions[name])) ?? 'custom'
}
