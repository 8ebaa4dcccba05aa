import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

export interface ReleaseTables {
  release_source: ReleaseSourceTable
  series_follow: { user_id: number; series_id: number; created_at: number }
  series_tracking: SeriesTrackingTable
  series_alias: { id: Generated<number>; uid: Uid; series_id: number; alias: string; created_at: number }
  announced_release: AnnouncedReleaseTable
  release_state: { user_id: number; release_id: number; state: string; updated_at: number }
}

interface ReleaseSourceTable {
  id: Generated<number>
  uid: Uid
  plugin_id: number
  source_key: string
  display_name: string
  kind: string
  config: Generated<string>
  is_enabled: Generated<number>
  cron: string | null
  etag: string | null
  last_polled_at: number | null
  last_error: string | null
  last_error_at: number | null
  last_summary: string | null
  /** In a row. */
  failure_count: Generated<number>
  created_at: number
  updated_at: number
}

interface SeriesTrackingTable {
  series_id: number
  track_chapters: Generated<number>
  track_volumes: Generated<number>
  latest_chapter: number | null
  latest_volume: number | null
  confidence: number | null
  languages: string | null
  /** JSON */
  volume_chapter_map: string | null
  poll_interval_s: number | null
  updated_at: number
}

interface AnnouncedReleaseTable {
  id: Generated<number>
  uid: Uid
  series_id: number
  source_id: number
  external_release_id: string
  info_hash: string | null
  chapters: string | null
  volumes: string | null
  language: string | null
  format_hints: string | null
  uploader: string | null
  payload_url: string
  media_url: string | null
  media_kind: string | null
  confidence: number
  metadata: string | null
  is_owned: Generated<number>
  observed_at: number
  released_at: number | null
  created_at: number
}
