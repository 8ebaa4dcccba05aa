import type { Permission } from '../../contract/permissions.ts'
import type { KoboScope } from '../kobo/scope.ts'
import type { Queryable, Tx } from '../open.ts'
import { newUid, type Uid } from '../uid.ts'

export interface ImportedApiKey {
  userId: number
  name: string
  /** The lookup key; none of our own keys contains a colon. */
  prefix: string
  verifier: Uint8Array
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
  permissions: readonly Permission[]
  /** '' if KOReader can't send it. */
  syncHash: string
  /** Null: it is not a Kobo's key. */
  koboScope: KoboScope | null
}

/** Never has more permissions than its owner. Returns its id, if it is new. */
export async function addImportedApiKey(tx: Tx, key: ImportedApiKey): Promise<Uid | undefined> {
  const added = await tx
    .insertInto('api_key')
    .values({
      uid: newUid(),
      user_id: key.userId,
      name: key.name,
      prefix: key.prefix,
      secret_hash: key.verifier,
      sync_hash: key.syncHash,
      permissions: JSON.stringify(key.permissions),
      kobo_scope: key.koboScope && JSON.stringify(key.koboScope),
      expires_at: key.expiresAt,
      last_used_at: key.lastUsedAt,
      created_at: key.createdAt,
      updated_at: key.createdAt,
    })
    .onConflict((conflict) => conflict.column('prefix').doNothing())
    .returning('uid')
    .executeTakeFirst()
  return added?.uid
}

export async function hasApiKeyWithPrefix(db: Pick<Queryable, 'query'>, prefix: string): Promise<boolean> {
  const row = await db.query.selectFrom('api_key').select('id').where('prefix', '=', prefix).executeTakeFirst()
  return row !== undefined
}
