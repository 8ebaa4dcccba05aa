import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

export interface KoboTables {
  kobo_device: KoboDeviceTable
  kobo_book: KoboBookTable
  kobo_tag: KoboTagTable
  kobo_annotation: KoboAnnotationTable
  kobo_bearer: KoboBearerTable
  kobo_reading_time: KoboReadingTimeTable
}

interface KoboDeviceTable {
  id: Generated<number>
  uid: Uid
  user_id: number
  name: string
  token_hash: string
  /** JSON: what this device gets. */
  scope: string
  model: string | null
  firmware: string | null
  /** Number of the last page of answers that was sent. */
  page: Generated<number>
  /** The page with which the running sync began. */
  session_page: Generated<number>
  /** The last page said that more follows. */
  is_open: Generated<number>
  /** How often the last page was sent again. */
  repeats: Generated<number>
  /** The newest page that the device surely has: it asked for the next one, or for a book that only this page named. */
  arrived_page: Generated<number>
  /** It was seen to send our newest token back, so an older one means that an answer was lost. */
  keeps_token: Generated<number>
  paged_at: Generated<number>
  /** Revision of the catalogue at which all metadata was compared. */
  checked_revision: string | null
  /** Number of the last page that Kobo's store had a part in. */
  store_page: Generated<number>
  /** The store's own sync token before that page, and after it. */
  store_from: string | null
  store_next: string | null
  /** The store said that more follows. */
  is_store_open: Generated<number>
  created_at: number
  last_seen_at: number | null
  last_sync_at: number | null
}

interface KoboBookTable {
  device_id: number
  book_id: number
  uid: Uid
  /** What the device has to be told next. */
  pending: string | null
  /** What it was told last, on `page`. */
  told: string | null
  page: Generated<number>
  hash: Generated<string>
  /** Fingerprint of the metadata the device has. */
  print: Generated<string>
  state_at: Generated<number>
  /** Removed on the device: stays away until somebody restores it. */
  is_hidden: Generated<number>
}

interface KoboTagTable {
  device_id: number
  tag: string
  print: string
  page: Generated<number>
  told: string
}

/** An annotation as the device holds it. */
interface KoboAnnotationTable {
  device_id: number
  book_id: number
  uid: Uid
  /** JSON in the words of the device. */
  content: string
  updated_at: number
  /** It was sent to the device, which has not shown yet that it took it over. */
  is_offered: number
}

/** How long a book was read on a device, as it said last: it counts up, and only the rest is new. */
interface KoboReadingTimeTable {
  device_id: number
  book_id: number
  minutes: number
}

interface KoboBearerTable {
  /** HMAC of a token of the store, in hexadecimal digits. */
  hash: string
  device_id: number
  seen_at: number
}
