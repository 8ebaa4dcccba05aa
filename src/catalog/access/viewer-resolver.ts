import { accessRevisionIn, openAccessRevisionReader } from '../../store/access-revision.ts'
import type { KeyLastUsedTimes } from '../../store/api-key/key-last-used.ts'
import type { Db } from '../../store/open.ts'
import type { RevisionCountersSnapshot } from '../../store/revision-counters-snapshot.ts'
import { synchronousRevisionReader } from '../../store/synchronous-revisions.ts'
import type { Account } from '../../store/user/account.ts'
import type { Viewer } from '../../store/viewer.ts'
import { openActiveUsers } from './active-users.ts'
import { openKeyViewers } from './key-viewers.ts'
import type { SessionTokens, TokenUse } from './session-tokens.ts'
import { openSessionViewers } from './session-viewers.ts'

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
  lastUsed: KeyLastUsedTimes,
  now: () => number = Date.now,
): ViewerResolver {
  const readAccess = openAccessRevisionReader(db)
  const countNow = synchronousRevisionReader(db)
  const users = openActiveUsers(db)
  const keys = openKeyViewers(db, users, lastUsed, now)
  const sessions = openSessionViewers(db, users, now)

  /** Counters that were read for this request go with its viewer. */
  const atCurrentRevision = <V extends Viewer | undefined>(
    find: (revision: number) => V | Promise<V>,
  ): V | Promise<V> =>
    after<number | RevisionCountersSnapshot, V>(readAccess(), (access) => {
      if (typeof access === 'number') return find(access)
      return after(find(accessRevisionIn(access)), (viewer) => viewer && { ...viewer, asOf: access })
    })

  return {
    ofKey: (text) => atCurrentRevision((revision) => keys.find(revision, text)),
    ofSyncHash: async (username, syncHash) =>
      atCurrentRevision((revision) => keys.findBySyncHash(revision, username, syncHash)),
    ofToken: (use, token) =>
      after(tokens.verify(use, token), ({ sessionUid }) =>
        atCurrentRevision((revision) => sessions.find(revision, sessionUid, use)),
      ),
    cachedOfKey: (text) => countNow && keys.cached(countNow('access'), text),
    cachedOfToken: (use, token) => {
      const claims = countNow && tokens.cached(use, token)
      return claims && sessions.cached(countNow('access'), claims.sessionUid, use)
    },
    ofUser: async (userId, via) =>
      atCurrentRevision(async (revision) => (await users.find(revision, userId))?.viewAs({ via })),
    accountOf: users.accountOf,
  }
}

/**
 * Continues synchronously if the value is available: on SQLite a request is identified without a turn of the event
 * loop.
 */
function after<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value)
}
