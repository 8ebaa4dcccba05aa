import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

/** Who may see what. */
export interface SharingTables {
  sharing_tag: SharingTagTable
  series_sharing_tag: SeriesSharingTagTable
  user_sharing_tag: UserSharingTagTable
  user_library: UserLibraryTable
}

interface SharingTagTable {
  id: Generated<number>
  uid: Uid
  name: string
  name_key: string
  description: string | null
  created_at: number
  updated_at: number
}

interface SeriesSharingTagTable {
  sharing_tag_id: number
  series_id: number
}

interface UserSharingTagTable {
  user_id: number
  sharing_tag_id: number
  mode: string
  created_at: number
}

interface UserLibraryTable {
  user_id: number
  library_id: number
}
