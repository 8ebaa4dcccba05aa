import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

/** Data imported from other servers. */
export interface ImportTables {
  import_source: ImportSourceTable
  import_id: ImportIdTable
}

interface ImportSourceTable {
  id: Generated<number>
  uid: Uid
  kind: string
  version: string
  /** The import's source: a path on the server, or the name of an upload. */
  name: string
  status: string
  error: string | null
  summary: Generated<string>
  options: Generated<string>
  report: string | null
  last_run_at: number | null
  created_by: number | null
  created_at: number
  updated_at: number
}

interface ImportIdTable {
  source_id: number
  kind: string
  foreign_id: string
  uid: Uid
  state: string | null
}
