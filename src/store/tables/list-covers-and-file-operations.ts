import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

export interface ListCoverAndFileOperationTables {
  list_cover: ListCoverTable
  file_operation: FileOperationTable
}

interface ListCoverTable {
  id: Generated<number>
  uid: Uid
  collection_id: number | null
  read_list_id: number | null
  media_type: string
  hash: string
  width: number | null
  height: number | null
  is_selected: Generated<number>
  created_at: number
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
