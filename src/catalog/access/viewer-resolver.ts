import { timingSafeEqual } from 'node:crypto'
import type { Permission } from '../../contract/permissions.ts'
import { problem } from '../../contract/problems.ts'
import { accessRevisionIn, openAccessRevisionReader } from '../../store/access-revision.ts'
import type { KeyLastUsedTimes } from '../../store/api-key/key-last-used.ts'
import { findKeyByPrefix, findKeyBySyncHash, type KeyCredential } from '../../store/api-key/read.ts'
import type { Db } from '../../store/open.ts'
import type { RevisionCountersSnapshot } from '../../store/revision-counters-snapshot.ts'
import { findSession, type SessionRow } from '../../store/session/read.ts'
import { synchronousRevisionReader } from '../../store/synchronous-revisions.ts'
import { parseUid } from '../../store/uid.ts'
import { type Account, findAccount } from '../../store/user/account.ts'
import { loginNameKey } from '../../store/user/login-name-key.ts'
import type { Viewer } from '../../store/viewer.ts'
import { readVisibility } from '../../store/visibility/read-visibility.ts'
import { hashSecret, keyPrefixOf, parseApiKey } from './api-key.ts'
import { effectivePermissions, permissionsOfKey } from './effective-permissions.ts'
import { importedKeyPrefixesOf, verifyImportedKey } from './imported-api-key.ts'
import { badTokenProblem, type SessionTokens, type TokenUse, tokenExpiredProblem } from './session-tokens.ts'

/** A user with an active account, with their current rights. */
interface Person {
  permissions: ReadonlySet<Permission>
  viewAs(how: Partial<Viewer> & Pick<Viewer, 'via'>): Viewer
}

interface KnownKey {
  text: string
  credential: KeyCredential
  viewer: Viewer
}

/** Credentials → viewers. Cached values never outlive a change: every call reads the revision first. */
export interface ViewerResolver {
  ofKey(text: string): Viewer | Promise<Viewer>
  /** KOReader: a user name and the MD5 of one of that user's keys. */
  ofSyncHash(username: string, syncHash: string): Promise<Viewer>
  ofToken(use: TokenUse, token: string): Viewer | Promise<Viewer>
  /** The same from the cache; undefined doesn't mean that the credential is invalid. */
  cachedOfKey(text: string): Viewer | undefined
  cachedOfToken(use: TokenUse, token: string): Viewer | undefined
  /** A user whose credential was checked elsewhere; undefined if the account is missing or inactive. */
  ofUser(userId: number, via: Viewer['via']): Promise<Viewer | undefined>
  /** The account of a viewer that was created here. */
  accountOf(viewer: Viewer): Account
}

export function openViewerResolver(
  db: Db,
  tokens: SessionTokens,
  uses: KeyLastUsedTimes,
  now: () => number = Date.now,
): ViewerResolver {
  const accessNow = openAccessRevisionReader(db)
  const countNow = synchronousRevisionReader(db)
  /** By the set of permissions, which is created with each account, and stays when a viewer is copied. */
  const accounts = new WeakMap<Viewer['permissions'], Account>()
  const peopleCache = db.caches.create<number, Person | undefined>('people', { maxEntries: 10_000 })
  const keysCache = db.caches.create<string, KnownKey>('api_keys', { maxEntries: 10_000 })
  const sessionsCache = db.caches.create<string, { session: SessionRow; viewer: Viewer }>('sessions', {
    maxEntries: 10_000,
  })

  const findPerson = async (revision: number, userId: number): Promise<Person | undefined> =>
    peopleCache.load(userId, revision, () => readPerson(userId))

  const readPerson = async (userId: number): Promise<Person | undefined> => {
    const account = await findAccount(db, userId)
    if (!account?.isActive) return undefined
    const { id, uid, username, role, denied } = account
    const permissions = effectivePermissions(account)
    const sees = await readVisibility(db, account.rights)
    const viewAs: Person['viewAs'] = (how) => {
      const viewer: Viewer = { userId: id, uid, username, role, permissions, denied, sees, ...how }
      accounts.set(viewer.permissions, account)
      return viewer
    }
    return { permissions, viewAs }
  }

  const viewerOfKey = async (revision: number, credential: KeyCredential): Promise<Viewer> => {
    const person = await findPerson(revision, credential.userId)
    if (!person) throw unknownKey()
    const permissions = permissionsOfKey(person.permissions, credential.permissions)
    return person.viewAs({ permissions, via: 'key', apiKeyId: credential.id })
  }

  const admitKey = (credential: KeyCredential, viewer: Viewer): Viewer => {
    const time = now()
    if (credential.expiresAt !== null && credential.expiresAt <= time) throw expiredKey()
    uses.touch(credential.id, time, credential.lastUsedAt)
    return viewer
  }

  /** A key that another server issued, and that was imported with its owner. */
  const lookUpForeignKey = async (revision: number, text: string): Promise<Viewer> => {
    for (const prefix of importedKeyPrefixesOf(text)) {
      const credential = await findKeyByPrefix(db, prefix)
      if (!credential || !(await verifyImportedKey(prefix, credential.secretHash, text))) continue
      const viewer = await viewerOfKey(revision, credential)
      keysCache.set(keyPrefixOf(text), revision, { text, credential, viewer })
      return admitKey(credential, viewer)
    }
    throw malformedKey()
  }

  const lookUpKey = async (revision: number, text: string): Promise<Viewer> => {
    const parts = parseApiKey(text)
    if (!parts) return lookUpForeignKey(revision, text)
    const credential = await findKeyByPrefix(db, parts.prefix)
    if (!credential || !isSecret(credential, parts.secret)) throw unknownKey()
    const viewer = await viewerOfKey(revision, credential)
    keysCache.set(parts.prefix, revision, { text, credential, viewer })
    return admitKey(credential, viewer)
  }

  const cachedKey = (revision: number, text: string): KnownKey | undefined => {
    const known = keysCache.get(keyPrefixOf(text), revision)
    // Compares the whole text: parsing and hashing it each time would cost more than everything else here.
    return known && isSameText(known.text, text) ? known : undefined
  }

  const ofKeyUnder = (revision: number, text: string): Viewer | Promise<Viewer> => {
    const known = cachedKey(revision, text)
    return known ? admitKey(known.credential, known.viewer) : lookUpKey(revision, text)
  }

  const lookUpSession = async (revision: number, sessionUid: string, use: TokenUse): Promise<Viewer> => {
    const uid = parseUid(sessionUid)
    const session = uid && (await findSession(db, { uid }))
    if (!session || session.isRevoked) throw badTokenProblem()
    if (session.expiresAt <= now()) throw tokenExpiredProblem()
    const person = await findPerson(revision, session.userId)
    if (!person) throw badTokenProblem()
    const via = use === 'cookie' ? 'cookie' : 'jwt'
    const viewer = person.viewAs({ via, sessionId: session.id })
    sessionsCache.set(`${use} ${sessionUid}`, revision, { session, viewer })
    return viewer
  }

  const cachedSession = (revision: number, sessionUid: string, use: TokenUse): Viewer | undefined => {
    const known = sessionsCache.get(`${use} ${sessionUid}`, revision)
    // An expired session may have been extended since: only the database knows.
    return known && known.session.expiresAt > now() ? known.viewer : undefined
  }
  const ofSessionUnder = (revision: number, sessionUid: string, use: TokenUse): Viewer | Promise<Viewer> =>
    cachedSession(revision, sessionUid, use) ?? lookUpSession(revision, sessionUid, use)

  /** A copy for this request alone, if it has the counters that were read for it. */
  const asOf = (now: number | RevisionCountersSnapshot, viewer: Viewer): Viewer =>
    typeof now === 'number' ? viewer : { ...viewer, asOf: now }
  const under = (find: (revision: number) => Viewer | Promise<Viewer>): Viewer | Promise<Viewer> => {
    const now = accessNow()
    if (typeof now === 'number') return find(now)
    return now.then(async (moment) => asOf(moment, await find(accessRevisionIn(moment))))
  }

  return {
    ofKey: (text) => under((revision) => ofKeyUnder(revision, text)),
    ofSyncHash: async (username, syncHash) => {
      const now = await accessNow()
      const credential = await findKeyBySyncHash(
        db,
        username === 'api' ? undefined : loginNameKey(username),
        syncHash.toLowerCase(),
      )
      if (!credential) throw unknownKey()
      return asOf(now, admitKey(credential, await viewerOfKey(accessRevisionIn(now), credential)))
    },
    ofToken: (use, token) =>
      after(tokens.verify(use, token), ({ sessionUid }) =>
        under((revision) => ofSessionUnder(revision, sessionUid, use)),
      ),
    cachedOfKey: (text) => {
      const known = countNow && cachedKey(countNow('access'), text)
      if (!known || (known.credential.expiresAt ?? Number.POSITIVE_INFINITY) <= now()) return undefined
      return admitKey(known.credential, known.viewer)
    },
    cachedOfToken: (use, token) => {
      const claims = countNow && tokens.cached(use, token)
      return claims && cachedSession(countNow('access'), claims.sessionUid, use)
    },
    ofUser: async (userId, via) => {
      const now = await accessNow()
      const person = await findPerson(accessRevisionIn(now), userId)
      return person && asOf(now, person.viewAs({ via }))
    },
    accountOf: (viewer) => accounts.get(viewer.permissions)!,
  }
}

/**
 * Continues synchronously if the value is available: on SQLite a request is identified without a turn of the event
 * loop.
 */
function after<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value)
}

function isSecret(credential: KeyCredential, secret: string): boolean {
  return timingSafeEqual(hashSecret(secret), credential.secretHash)
}

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
