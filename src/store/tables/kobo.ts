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
  /** The imported key that this device has in its address, if it was set up with another server. */
  api_key_id: Generated<number | null>
  /** JSON: which books this device gets. */
  scope: string
  model: string | null
  firmware: string | null
  /** Number of the last response page that was sent. */
  page: Generated<number>
  /** The first page of the current sync. */
  session_page: Generated<number>
  /** The last page announced another one. */
  is_open: Generated<number>
  /** How often the last page was resent. */
  repeats: Generated<number>
  /**
   * The newest page that the device certainly received: it requested the next one, or a book that only this page
   * contained.
   */
  arrived_page: Generated<number>
  /** How it handles the tokens of a sync with several pages: one of `deviceTokenHabits`. */
  token_habit: Generated<number>
  paged_at: Generated<number>
  /** Revision of the catalogue at which all metadata was compared. */
  checked_revision: string | null
  /** Number of the last page that included data of Kobo's store. */
  store_page: Generated<number>
  /** The store's sync token before and after that page. */
  store_from: string | null
  store_next: string | null
  /** The store announced another page. */
  is_store_open: Generated<number>
  created_at: number
  last_seen_at: number | null
  last_sync_at: number | null
}

interface KoboBookTable {
  device_id: number
  book_id: number
  uid: Uid
  /** The change that the device gets next. */
  pending: string | null
  /** The change that was sent last, on `page`. */
  last_sent: string | null
  page: Generated<number>
  hash: Generated<string>
  /** Fingerprint of the metadata the device has. */
  fingerprint: Generated<string>
  state_at: Generated<number>
  /** Removed on the device: isn't sent again until a user restores it. */
  is_hidden: Generated<number>
}

interface KoboTagTable {
  device_id: number
  tag: string
  /** Fingerprint of the list as the device has it. */
  fingerprint: string
  page: Generated<number>
  /** The change that was sent last: `new`, `changed` or `deleted`. */
  last_sent: string
}

/** An annotation as stored on the device. */
interface KoboAnnotationTable {
  device_id: number
  book_id: number
  uid: Uid
  /** JSON in the device's format. */
  content: string
  updated_at: number
  /** Sent to the device, which hasn't confirmed it yet. */
  is_offered: number
}

/** Total reading time of a book as last reported by a device: it only grows, and the difference is new. */
interface KoboReadingTimeTable {
  device_id: number
  book_id: number
  minutes: number
}

interface KoboBearerTable {
  /** HMAC of a store token, hexadecimal. */
  hash: string
  device_id: number
  seen_at: number
}
