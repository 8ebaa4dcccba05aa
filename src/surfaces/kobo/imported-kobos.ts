import { Problem } from '../../contract/problems.ts'
import { addKoboDevice, findKoboDeviceByToken, type KoboDeviceRow } from '../../store/kobo/devices.ts'
import { findImportedKoboKey, type ImportedKoboKey } from '../../store/kobo/imported-key.ts'
import type { Db } from '../../store/open.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { Authenticator } from '../authenticator.ts'
import { hashKoboDeviceToken } from '../kobo-device-token.ts'

/** Kobos that were set up with another server, whose address contains a key of that server. */
export interface ImportedKobos {
  /** Registers a Kobo with its first request, if its key was imported. */
  addDevice(token: string): Promise<KoboDeviceRow | undefined>
  /** Its key; undefined if it was revoked or has expired. */
  keyOf(apiKeyId: number): Promise<ImportedKoboKey | undefined>
}

export function openImportedKobos(
  db: Db,
  { viewers, keyUses }: Pick<Authenticator, 'viewers' | 'keyUses'>,
): ImportedKobos {
  async function keyOf(apiKeyId: number): Promise<ImportedKoboKey | undefined> {
    const key = await findImportedKoboKey(db, apiKeyId)
    const now = Date.now()
    if (!key || key.scope === null || (key.expiresAt !== null && key.expiresAt <= now)) return undefined
    keyUses.touch(key.id, now, key.lastUsedAt)
    return key
  }

  async function apiKeyIdOf(token: string): Promise<number | undefined> {
    try {
      return (await viewers.ofKey(token)).apiKeyId
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return undefined
      throw error
    }
  }

  return {
    keyOf,
    async addDevice(token) {
      const id = await apiKeyIdOf(token)
      const key = id === undefined ? undefined : await keyOf(id)
      if (!key) return undefined
      const { id: api_key_id, userId: user_id, name, scope } = key
      const token_hash = hashKoboDeviceToken(token)
      return db.transaction(async (tx) => {
        // Serialises the first requests, several of which come at once.
        await bumpRevisions(tx, `user:${user_id}`)
        const known = await findKoboDeviceByToken({ query: tx }, token_hash)
        return known ?? addKoboDevice(tx, { user_id, name, token_hash, scope: scope!, api_key_id })
      })
    },
  }
}
