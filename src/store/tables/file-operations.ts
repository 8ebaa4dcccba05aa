import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

export interface FileOperationTables {
  file_operation: FileOperationTable
}

interface FileOperationTable {
  id: Generated<number>
  uid: Uid
  type: string
  book_uid: Uid | null
  series_uid: Uid | null
  details: Generated<string>
  created_at: number
}
