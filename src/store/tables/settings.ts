import type { Generated } from 'kysely'

export interface SettingTables {
  setting: SettingTable
  setting_history: SettingHistoryTable
  secret: SecretTable
  revision: RevisionTable
}

interface SettingTable {
  name: string
  value: string
  version: Generated<number>
  updated_at: number
  updated_by: number | null
}

interface SettingHistoryTable {
  id: Generated<number>
  name: string
  old_value: string | null
  new_value: string | null
  changed_at: number
  changed_by: number | null
}

interface SecretTable {
  name: string
  value: string
}

interface RevisionTable {
  scope: string
  n: number
}
