import type { FolderMap } from './map-folders.ts'

/** Everybody, nobody, or those who are named: their name → ours, or '' for a new account. */
export type ImportedUsersChoice = 'all' | 'none' | Readonly<Record<string, string>>

export interface ImportOptions {
  folders: FolderMap
  people: ImportedUsersChoice
  /** Old API keys go on working. */
  takesKeys: boolean
  /** Metadata that users edited there. */
  takesMetadata: boolean
  takesCovers: boolean
}

export const defaultImportOptions: ImportOptions = {
  folders: {},
  people: 'all',
  takesKeys: true,
  takesMetadata: true,
  takesCovers: true,
}
