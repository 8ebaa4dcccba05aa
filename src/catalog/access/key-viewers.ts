import { timingSafeEqual } from 'node:crypto'
import { problem } from '../../contract/problems.ts'
import type { KeyLastUsedTimes } from '../../store/api-key/key-last-used.ts'
import { findKeyByPrefix, findKeyBySyncHash, type KeyCredential } from '../../store/api-key/read.ts'
import type { Db } from '../../store/open.ts'
import { loginNameKey } from '../../store/user/login-name-key.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { ActiveUsers } from './active-users.ts'
import { hashSecret, keyPrefixOf, parseApiKey } from './api-key.ts'
import { permissionsOfKey } from './effective-permissions.ts'
import { importedKeyPrefixesOf, verifyImportedKey } from './imported-api-key.ts'

/** API keys → viewers, as of a revision of `access`. */
export interface KeyViewers {
  find(revision: number, text: string): Viewer | Promise<Viewer>
  /** Undefined doesn't mean that the key is invalid. */
  cached(revision: number, text: string): Viewer | undefined
  findBySyncHash(revision: number, username: string, syncHash: string): Promise<Viewer>
}

interface KnownKey {
  text: string
  credential: KeyCredential
  viewer: Viewer
}

export function openKeyViewers(db: Db, users: ActiveUsers, lastUsed: KeyLastUsedTimes, now: () => number): KeyViewers {
  const cache = db.caches.create<string, KnownKey>('api_keys', { maxEntries: 10_000 })

  const viewerOf = async (revision: number, credential: KeyCredential): Promise<Viewer> => {
    const user = await users.find(revision, credential.userId)
    if (!user) throw unknownKey()
    const permissions = permissionsOfKey(user.permissions, credential.permissions)
    return user.viewAs({ permissions, via: 'key', apiKeyId: credential.id })
  }

  const admit = (credential: KeyCredential, viewer: Viewer): Viewer => {
    const time = now()
    if (isExpired(credential, time)) throw expiredKey()
    lastUsed.touch(credential.id, time, credential.lastUsedAt)
    return viewer
  }

  const lookUp = async (revision: number, text: string): Promise<Viewer> => {
    const credential = await findCredential(db, text)
    const viewer = await viewerOf(revision, credential)
    cache.set(keyPrefixOf(text), revision, { text, credential, viewer })
    return admit(credential, viewer)
  }

  const findCached = (revision: number, text: string): KnownKey | undefined => {
    const known = cache.get(keyPrefixOf(text), revision)
    // Compares the whole text: parsing and hashing it each time would cost more than everything else here.
    return known && isSameText(known.text, text) ? known : undefined
  }

  return {
    find(revision, text) {
      const known = findCached(revision, text)
      return known ? admit(known.credential, known.viewer) : lookUp(revision, text)
    },
    cached(revision, text) {
      const known = findCached(revision, text)
      return known && !isExpired(known.credential, now()) ? admit(known.credential, known.viewer) : undefined
    },
    async findBySyncHash(revision, username, syncHash) {
      const login = username === 'api' ? undefined : loginNameKey(username)
      const credential = await findKeyBySyncHash(db, login, syncHash.toLowerCase())
      if (!credential) throw unknownKey()
      return admit(credential, await viewerOf(revision, credential))
    },
  }
}

async function findCredential(db: Db, text: string): Promise<KeyCredential> {
  const parts = parseApiKey(text)
  if (!parts) return findImportedCredential(db, text)
  const credential = await findKeyByPrefix(db, parts.prefix)
  if (!credential || !isSameHash(hashSecret(parts.secret), credential.secretHash)) throw unknownKey()
  return credential
}

/** A key that another server issued, and that was imported with its owner. */
async function findImportedCredential(db: Db, text: string): Promise<KeyCredential> {
  for (const prefix of importedKeyPrefixesOf(text)) {
    const credential = await findKeyByPrefix(db, prefix)
    if (credential && (await verifyImportedKey(prefix, credential.secretHash, text))) return credential
  }
  throw malformedKey()
}

const isSameHash = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

const isExpired = ({ expiresAt }: KeyCredential, time: number): boolean => expiresAt !== null && expiresAt <= time

/** Takes the same time wherever the first difference is. */
function isSameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < b.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}

const malformedKey = () =>
  problem('invalid_api_key_format', 'This is not an API key: keys look like lectern_<8 characters>_<secret>.')
const unknownKey = () => problem('invalid_api_key', 'This API key doesn’t exist or was revoked.')
const expiredKey = () => problem('api_key_expired', 'This API key has expired. Create a new one.')
