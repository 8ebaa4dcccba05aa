import type { Permission } from '../../../../../src/contract/permissions.ts'

export type { Permission }

export const presetIds = ['full', 'readOnly', 'opds', 'automation', 'mobile', 'metadata', 'custom'] as const
export type PresetId = (typeof presetIds)[number]

/** What each preset grants. Full access names nothing: the server then gives all that the person has. */
export const presetPermissions: Record<Exclude<PresetId, 'full' | 'custom'>, Permission[]> = {
  readOnly: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead'],
  opds: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite'],
  automation: ['LibrariesRead', 'LibrariesWrite', 'TasksRead', 'TasksWrite'],
  mobile: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'BooksWrite', 'PagesRead'],
  metadata: ['LibrariesRead', 'SeriesRead', 'SeriesWrite', 'BooksRead', 'BooksWrite'],
}

/** What to ask the server for; undefined leaves it out. */
export function permissionsForPreset(preset: PresetId, ticked: Permission[]): Permission[] | undefined {
  if (preset === 'full') return undefined
  return preset === 'custom' ? ticked : presetPermissions[preset]
}

/** What a preset needs that the person does not have: a key can never do more than its owner. */
export function missingPermissionsForPreset(preset: PresetId, mine: readonly Permission[]): Permission[] {
  if (preset === 'full' || preset === 'custom') return []
  return presetPermissions[preset].filter((each) => !mine.includes(each))
}

/** The preset a key was made with, as far as that can be seen from what it may do. */
export function findPreset(permissions: readonly Permission[], mine: readonly Permission[]): PresetId {
  const same = (wanted: readonly Permission[]) =>
    wanted.length === permissions.length && wanted.every((each) => permissions.includes(each))
  if (same(mine)) return 'full'
  return presetIds.find((name) => name !== 'full' && name !== 'custom' && same(presetPermissions[name])) ?? 'custom'
}
