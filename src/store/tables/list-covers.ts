import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

export interface ListCoverTables {
  list_cover: ListCoverTable
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
