import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

export interface ReadingTables {
  progress: ProgressTable
  reading_position: ReadingPositionTable
  series_progress: SeriesProgressTable
  reading_session: ReadingSessionTable
  completion: CompletionTable
  user_rating: UserRatingTable
  collection: CuratedListTable
  collection_series: CollectionSeriesTable
  read_list: CuratedListTable
  read_list_book: ReadListBookTable
  want_to_read: WantToReadTable
  dismissed_book: DismissedBookTable
  hidden_series: { user_id: number; series_id: number; created_at: number }
  saved_filter: SavedFilterTable
  bookmark: BookmarkTable
  annotation: AnnotationTable
}

interface DismissedBookTable {
  user_id: number
  book_id: number
  read_at: number
}

interface ProgressTable {
  user_id: number
  book_id: number
  series_id: number
  uid: Uid
  done: number
  page: number
  percentage: number | null
  started_at: number
  read_at: number
  completed_at: number | null
}

interface ReadingPositionTable {
  user_id: number
  book_id: number
  locator: string | null
  pointer: string | null
  device: string | null
  device_id: string | null
  updated_at: number
}

interface SeriesProgressTable {
  user_id: number
  series_id: number
  done: number
  open: number
  last_read: number
}

interface ReadingSessionTable {
  id: Generated<number>
  user_id: number
  book_id: number
  started_at: number
  ended_at: number
  from_page: number
  to_page: number
  device: string | null
}

interface CompletionTable {
  id: Generated<number>
  user_id: number
  book_id: number
  completed_at: number
}

interface UserRatingTable {
  id: Generated<number>
  uid: Uid
  user_id: number
  series_id: number | null
  book_id: number | null
  /** Null: a review without a rating. */
  rating: number | null
  notes: string | null
  created_at: number
  updated_at: number
}

interface CuratedListTable {
  id: Generated<number>
  uid: Uid
  owner_id: number | null
  name: string
  sort_key: string
  summary: string | null
  is_ordered: Generated<number>
  created_at: number
  updated_at: number
  /** JSON; set if a condition determines the members. */
  condition: string | null
  rule: string | null
}

interface CollectionSeriesTable {
  collection_id: number
  series_id: number
  position: number
}

interface ReadListBookTable {
  read_list_id: number
  book_id: number
  position: number
}

interface WantToReadTable {
  id: Generated<number>
  user_id: number
  series_id: number | null
  book_id: number | null
  created_at: number
}

interface SavedFilterTable {
  id: Generated<number>
  uid: Uid
  user_id: number
  name: string
  target: string
  query: string
  is_shared: Generated<number>
  created_at: number
  updated_at: number
}

interface BookmarkTable {
  id: Generated<number>
  uid: Uid
  user_id: number
  book_id: number
  page: number | null
  locator: string | null
  note: string | null
  created_at: number
}

interface AnnotationTable {
  id: Generated<number>
  uid: Uid
  user_id: number
  book_id: number
  locator: string
  /** Position in the book from 0 to 1, to list annotations in reading order. */
  position: number
  color: string
  style: string
  note: string | null
  device: string | null
  /** Marked text and note, folded for comparison. */
  search_text: string
  created_at: number
  updated_at: number
  synced_at: number
  deleted_at: number | null
}
