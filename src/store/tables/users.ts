import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

export interface UserTables {
  user: UserTable
  api_key: ApiKeyTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  oidc_identity: OidcIdentityTable
  oidc_flow: OidcFlowTable
  login_failure: LoginFailureTable
  user_preference: UserPreferenceTable
  audit_entry: AuditEntryTable
  font: FontTable
}

interface FontTable {
  id: Generated<number>
  uid: Uid
  user_id: number | null
  hash: string
  format: string
  family: string
  weight: number
  is_italic: number
  is_variable: number
  min_weight: number
  max_weight: number
  size: number
  created_at: number
}

interface UserTable {
  id: Generated<number>
  uid: Uid
  username: string
  username_key: string
  email: string | null
  email_key: string | null
  password_hash: string | null
  role: string
  permissions: Generated<string>
  is_active: Generated<number>
  all_libraries: Generated<number>
  age_limit: number | null
  allow_unrated: Generated<number>
  tags_override_age: Generated<number>
  denied: Generated<string>
  created_at: number
  updated_at: number
  last_login_at: number | null
}

interface ApiKeyTable {
  id: Generated<number>
  uid: Uid
  user_id: number
  name: string
  prefix: string
  secret_hash: Uint8Array
  sync_hash: string
  permissions: string
  /** JSON: the books that a Kobo got with this key on the server that issued it. Null: it is not a Kobo's key. */
  kobo_scope: Generated<string | null>
  expires_at: number | null
  last_used_at: number | null
  created_at: number
  updated_at: number
}

interface SessionTable {
  id: Generated<number>
  uid: Uid
  user_id: number
  user_agent: string | null
  created_at: number
  expires_at: number
  revoked_at: number | null
  address: string | null
  last_seen_at: number | null
}

interface RefreshTokenTable {
  hash: string
  session_id: number
  created_at: number
  expires_at: number
  used_at: number | null
}

interface OidcIdentityTable {
  provider: string
  subject: string
  user_id: number
  created_at: number
}

interface OidcFlowTable {
  state: string
  provider: string
  verifier: string
  nonce: string
  return_to: string | null
  created_at: number
  link_user_id: number | null
  link_session_id: number | null
}

interface LoginFailureTable {
  name: string
  failures: number
  since: number
}

interface UserPreferenceTable {
  user_id: number
  name: string
  value: string
  updated_at: number
}

interface AuditEntryTable {
  id: Generated<number>
  created_at: number
  event: string
  user_uid: string | null
  username: string | null
  address: string | null
  via: string | null
  user_agent: string | null
  target_type: string | null
  target_uid: string | null
  target_name: string | null
  details: Generated<string>
}
