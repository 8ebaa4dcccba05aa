import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

export interface PluginTables {
  plugin: PluginTable
  plugin_failure: PluginFailureTable
  plugin_storage: PluginStorageTable
  plugin_message: PluginMessageTable
  previewed_metadata: PreviewedMetadataTable
  metadata_change: MetadataChangeTable
  match_review: MatchReviewTable
  match_state: MatchStateTable
  match_never: MatchNeverTable
  book_match_state: BookMatchStateTable
  user_plugin: UserPluginTable
  plugin_oauth_flow: PluginOauthFlowTable
  synced_entry: { user_plugin_id: number; external_id: string; state: string; applied_at: number }
  recommendation_list: { user_plugin_id: number; entries: string; generated_at: number }
  dismissed_recommendation: { user_plugin_id: number; external_id: string; reason: string | null; created_at: number }
}

interface PluginTable {
  id: Generated<number>
  uid: Uid
  name: string
  display_name: string
  description: string | null
  plugin_type: string
  /** JSON: where it was installed from. */
  origin: string
  command: string
  args: Generated<string>
  package_dir: string | null
  permissions: Generated<string>
  scopes: Generated<string>
  library_uids: Generated<string>
  /** Encrypted: credentials and environment. */
  secrets: string | null
  credential_delivery: string
  config: Generated<string>
  /** JSON: the server's settings for the plugin. */
  settings: Generated<string>
  manifest: string | null
  is_enabled: Generated<number>
  reviewed_at: number | null
  rate_limit: number | null
  timeout_seconds: number | null
  log_level: string | null
  health: Generated<string>
  failure_count: Generated<number>
  health_reason: string | null
  last_success_at: number | null
  last_failure_at: number | null
  owner: string | null
  owner_until: Generated<number>
  /** Increases with each change that a running process must pick up. */
  generation: Generated<number>
  created_at: number
  updated_at: number
}

interface PluginFailureTable {
  id: Generated<number>
  uid: Uid
  plugin_id: number
  code: string
  method: string | null
  message: string
  log: string | null
  occurred_at: number
}

interface PluginStorageTable {
  plugin_id: number
  user_id: number
  name: string
  data: string
  expires_at: number | null
  updated_at: number
}

interface PluginMessageTable {
  id: string
  body: string
  created_at: number
}

interface PreviewedMetadataTable {
  id: Generated<number>
  uid: Uid
  plugin_id: number | null
  series_id: number | null
  book_id: number | null
  user_id: number
  external_id: string
  record: string
  created_at: number
}

interface MetadataChangeTable {
  id: Generated<number>
  uid: Uid
  plugin_id: number | null
  plugin_name: string
  series_id: number | null
  book_id: number | null
  user_id: number | null
  external_id: string | null
  title: string | null
  fields: string
  before: string
  created_at: number
  undone_at: number | null
}

interface MatchReviewTable {
  id: Generated<number>
  uid: Uid
  plugin_id: number
  series_id: number | null
  book_id: number | null
  state: string
  query: string
  score: number | null
  candidates: string
  reason: string
  created_at: number
  decided_at: number | null
}

interface MatchStateTable {
  plugin_id: number
  series_id: number
  asked_as: string
  outcome: string
  matched_at: number
}

interface BookMatchStateTable {
  plugin_id: number
  book_id: number
  asked_as: string
  outcome: string
  matched_at: number
}

interface MatchNeverTable {
  series_id: number
  created_at: number
}

interface UserPluginTable {
  id: Generated<number>
  uid: Uid
  plugin_id: number
  user_id: number
  is_enabled: Generated<number>
  config: Generated<string>
  /** Encrypted: this user's tokens. */
  secrets: string | null
  token_expires_at: number | null
  /** A process is refreshing the token until this time. */
  refreshing_until: Generated<number>
  auto_sync: Generated<number>
  health: Generated<string>
  failure_count: Generated<number>
  health_reason: string | null
  external_id: string | null
  external_username: string | null
  external_avatar_url: string | null
  last_sync_at: number | null
  last_full_sync_at: number | null
  last_success_at: number | null
  last_failure_at: number | null
  last_sync_result: string | null
  created_at: number
  updated_at: number
}

interface PluginOauthFlowTable {
  state: string
  plugin_id: number
  user_id: number
  session_id: number | null
  verifier: string | null
  redirect_uri: string
  created_at: number
}
