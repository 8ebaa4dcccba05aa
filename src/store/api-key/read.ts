import type { Permission } from '../../contract/permissions.ts'
import type { Queryable } from '../open.ts'
import { bytesToUuid, type Uid } from '../uid.ts'

/** A key without its secrets. */
export interface ApiKeyView {
  id: number
  uid: string
  name: string
  prefix: string
  permissions: Permission[]
  expiresAt: number | null
  lastUsedAt: number | null
  createdAt: number
}

/** What is needed to authenticate a key. */
export interface KeyCredential {
  id: number
  userId: number
  secretHash: Uint8Array
  permissions: Permission[]
  expiresAt: number | null
  lastUsedAt: number | null
}

const shown = ['id', 'uid', 'name', 'prefix', 'permissions', 'expires_at', 'last_used_at', 'created_at'] as const

/** Newest first. */
export async function listApiKeys(db: Queryable, userId: number): Promise<ApiKeyView[]> {
  const rows = await db.query
    .selectFrom('api_key')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(viewOf)
}

/** Only the owner's keys: other users' keys don't exist for them. */
export async function findApiKey(db: Queryable, userId: number, uid: Uid): Promise<ApiKeyView | undefined> {
  const row = await db.query
    .selectFrom('api_key')
    .select(shown)
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && viewOf(row)
}

export async function findKeyByPrefix(db: Queryable, prefix: string): Promise<KeyCredential | undefined> {
  const row = await db.query.selectFrom('api_key').select(credential).where('prefix', '=', prefix).executeTakeFirst()
  return row && credentialOf(row)
}

/** KOReader sends the MD5 of the password its user typed: here, of a whole key. */
export async function findKeyBySyncHash(
  db: Queryable,
  /** Undefined: any user. The key alone identifies its owner. */
  usernameKey: string | undefined,
  syncHash: string,
): Promise<KeyCredential | undefined> {
  const rows = await db.query
    .selectFrom('api_key')
    .innerJoin('user', 'user.id', 'api_key.user_id')
    .select(['api_key.id', 'user_id', 'secret_hash', 'api_key.permissions', 'expires_at', 'last_used_at'])
    .$if(usernameKey !== undefined, (query) =>
      query.where((eb) => eb.or([eb('user.username_key', '=', usernameKey!), eb('user.email_key', '=', usernameKey!)])),
    )
    .where('sync_hash', '=', syncHash)
    .orderBy('api_key.id')
    .execute()
  return rows[0] && credentialOf(rows[0])
}

const credential = ['id', 'user_id', 'secret_hash', 'permissions', 'expires_at', 'last_used_at'] as const

interface CredentialRow {
  id: number
  user_id: number
  secret_hash: Uint8Array
  permissions: string
  expires_at: number | null
  last_used_at: number | null
}

function credentialOf(row: CredentialRow): KeyCredential {
  return {
    id: row.id,
    userId: row.user_id,
    secretHash: row.secret_hash,
    permissions: JSON.parse(row.permissions),
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}

function viewOf(row: {
  id: number
  uid: Uid
  name: string
  prefix: string
  permissions: string
  expires_at: number | null
  last_used_at: number | null
  created_at: number
}): ApiKeyView {
  return {
    id: row.id,
    uid: bytesToUuid(row.uid),
    name: row.name,
    prefix: row.prefix,
    permissions: JSON.parse(row.permissions),
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  }
}
