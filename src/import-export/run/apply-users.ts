import { verifyImportedPassword } from '../../catalog/access/imported-password.ts'
import { isEmailAddress } from '../../catalog/access/is-email-address.ts'
import { requireFreeNames } from '../../catalog/access/manage-accounts.ts'
import { permissions as allPermissions, deniableActions } from '../../contract/enum-values.ts'
import { describeImportDetail } from '../../contract/import-details.ts'
import { roles } from '../../contract/permissions.ts'
import { Problem, problem } from '../../contract/problems.ts'
import { reasonOf, reasonSentences } from '../../contract/reasons.ts'
import { findStoredForeignIds, type StoredForeignId, storeForeignIds } from '../../store/import/foreign-ids.ts'
import type { Tx } from '../../store/open.ts'
import { findSharingTagIdByName, insertSharingTag } from '../../store/sharing-tag/sharing-tag.ts'
import { uuidToBytes } from '../../store/uid.ts'
import { findPasswordLogin } from '../../store/user/account.ts'
import { linkIdentity } from '../../store/user/linked-identities.ts'
import { loginNameKey } from '../../store/user/login-name-key.ts'
import { findUser, type UserView } from '../../store/user/read.ts'
import { beginAccessChange, insertUser, updateUser } from '../../store/user/write.ts'
import type { ImportedUsersChoice } from '../import-options.ts'
import { IMPORTING_USER_ID, type UserRecord } from '../records.ts'
import { nonEmptyTextsOf } from './apply-book-metadata.ts'
import type { ImportedUser, ImportRunState } from './import-run-state.ts'

/** Data without an owner in the source belongs to the user who imports. */
export function setImportOwner(state: ImportRunState, ownerId: number | null): void {
  if (ownerId !== null) state.people.set(IMPORTING_USER_ID, { id: ownerId, isNew: false })
}

/**
 * Maps their accounts to ours. An existing account with the same name or e-mail address is the same user, and isn't
 * changed. New accounts get their role, limits and password. An account that an earlier run created and that was
 * deleted here isn't created again; a new account of the same name is that user again.
 */
export async function applyUsers(
  state: ImportRunState,
  records: readonly UserRecord[],
  choice: ImportedUsersChoice,
): Promise<void> {
  const ids = records.map((record) => record.id)
  const known = await findStoredForeignIds(state.deps.db, state.sourceId, 'user', ids)
  const { theirs } = state
  for (const record of records) {
    // In a damaged database: a second row with the same id would be refused, and everything of the user with it.
    if (state.people.has(record.id)) {
      state.report.leave('user', record.username, 'already_here')
      continue
    }
    state.accounts.set(record.id, record)
    const wanted = choiceOf(choice, record)
    if (wanted === null) {
      state.people.set(record.id, 'person_skipped')
      state.report.leave('user', record.username, 'person_skipped')
      continue
    }
    const before = known.get(record.id)
    const remembered = before && (await findUser(state.deps.db, { uid: before.uid }))
    if (remembered) {
      if (before.state !== 'merged') await openLibraries(state, record, remembered, before)
      state.people.set(record.id, { id: remembered.id, isNew: false })
      theirs.set(remembered.id, record)
      state.report.count('user', 'unchanged')
      continue
    }
    const isSameName = wanted === record.username
    const isTheirs = (one: { id: number } | undefined) =>
      isSameName && one !== undefined && theirs.has(one.id) && !isSamePerson(record, theirs.get(one.id)!)
    const byName = await findPasswordLogin(state.deps.db, wanted)
    const byEmail = isSameName && record.email ? await findPasswordLogin(state.deps.db, record.email) : undefined
    const existing = [byName, byEmail].find((one) => one && !isTheirs(one))
    if (!existing && wanted !== record.username) {
      state.people.set(record.id, 'person_unknown')
      state.report.leave('user', record.username, 'person_unknown', describeImportDetail('no_user', { name: wanted }))
      continue
    }
    if (existing) {
      await remember(state, record.id, existing.id)
      state.people.set(record.id, { id: existing.id, isNew: true })
      state.report.count('user', 'updated')
      if (!theirs.has(existing.id)) theirs.set(existing.id, record)
      continue
    }
    if (before) {
      state.people.set(record.id, 'deleted_here')
      state.report.leave('user', record.username, 'deleted_here')
      continue
    }
    const created = findCreatedInDryRun(state, record.username)
    if (created && isSamePerson(record, theirs.get(created.id)!)) {
      state.people.set(record.id, created)
      state.report.count('user', 'updated')
      continue
    }
    const hasTakenEmail = isTheirs(byEmail) || (isSameName && findCreatedInDryRun(state, record.email) !== undefined)
    const fault = hasTakenEmail ? describeReason('email_taken') : isBadEmail(record) ? 'bad_email' : undefined
    if (fault) state.report.note('user', record.username, 'invalid_value', fault)
    await addPerson(state, fault ? { ...record, email: null } : record)
    const added = state.people.get(record.id)
    if (typeof added === 'object') theirs.set(added.id, record)
  }
}

const describeReason = (code: 'username_taken' | 'email_taken') => ({
  detail: reasonSentences[code],
  detailReason: { code, params: {} },
})

const isBadEmail = ({ email }: UserRecord): boolean => email !== null && !isEmailAddress(email)

/** Null: not selected. */
function choiceOf(choice: ImportedUsersChoice, { username, email }: UserRecord): string | null {
  if (choice === 'all') return username
  if (choice === 'none') return null
  const named = choice[username] ?? (email === null ? undefined : choice[email])
  return named === undefined ? null : named === '' ? username : named
}

/** Two of their accounts are two users, unless name and address differ only in case. */
function isSamePerson(one: UserRecord, other: UserRecord): boolean {
  const isSame = (a: string | null, b: string | null) => a !== null && b !== null && loginNameKey(a) === loginNameKey(b)
  return isSame(one.username, other.username) && isSame(one.email, other.email)
}

/** The account of this name or address that an earlier row of a dry run would have made. */
const findCreatedInDryRun = (state: ImportRunState, name: string | null): ImportedUser | undefined =>
  name === null ? undefined : (state.dryRunWrites.get(`login ${loginNameKey(name)}`) as ImportedUser | undefined)

async function pretendPerson(state: ImportRunState, record: UserRecord): Promise<ImportedUser> {
  await requireFreeNames(state.deps.db.query, { username: record.username, email: record.email })
  if (findCreatedInDryRun(state, record.username)) throw problem('conflict', reasonSentences.username_taken)
  const person = { id: -1 - state.people.size, isNew: true }
  for (const name of [record.username, record.email])
    if (name) state.dryRunWrites.set(`login ${loginNameKey(name)}`, person)
  return person
}

/** No series has it: whoever may only see a label without a name would see everything if it were left out. */
const LABEL_WITHOUT_NAME = 'Label without a name'

/** No age rating is higher. */
const MAX_AGE = 99

async function addPerson(state: ImportRunState, record: UserRecord): Promise<void> {
  const { db } = state.deps
  const passwordHash = await usablePassword(state, record)
  try {
    const add = async (tx: Tx): Promise<ImportedUser> => {
      await beginAccessChange(tx)
      await requireFreeNames(tx, { username: record.username, email: record.email })
      const sharingTags = []
      for (const { name, mode } of record.labels) {
        if (mode !== 'allow' && mode !== 'deny') continue
        const [label = mode === 'allow' ? LABEL_WITHOUT_NAME : undefined] = nonEmptyTextsOf([name])
        if (label !== undefined) sharingTags.push({ id: await ensureSharingTag(tx, label), mode })
      }
      const { id, uid } = await insertUser(
        tx,
        {
          username: record.username,
          email: record.email,
          passwordHash,
          role: roles.includes(record.role) ? record.role : 'reader',
          isActive: record.isActive,
          allLibraries: record.allLibraries,
          libraryIds: record.allLibraries ? [] : librariesOf(state, record),
          ageLimit: record.ageLimit === null ? null : Math.min(MAX_AGE, Math.max(0, Math.trunc(record.ageLimit))),
          allowUnrated: record.allowUnrated,
          tagsOverrideAge: record.tagsOverrideAge,
          permissions: allPermissions.filter((name) => record.permissions?.includes(name)),
          denied: deniableActions.filter((action) => record.denied?.some((each) => each.toLowerCase() === action)),
          sharingTags,
        },
        record.createdAt ?? Date.now(),
      )
      for (const { provider, subject } of record.identities ?? []) {
        if (provider && subject) await linkIdentity(tx, { provider, subject, userId: id }, Date.now())
      }
      const offered = createdState(librariesOf(state, record))
      await storeForeignIds(tx, state.sourceId, 'user', [{ foreignId: record.id, uid, state: offered }])
      return { id, isNew: true }
    }
    const person = state.isDryRun ? await pretendPerson(state, record) : await db.transaction(add)
    state.people.set(record.id, person)
    state.report.count('user', 'imported')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    state.people.set(record.id, 'name_invalid')
    const { message: detail } = error
    state.report.leave('user', record.username, 'name_invalid', { detail, detailReason: reasonOf(detail) })
  }
}

/** Drops Calibre-Web's well-known default password. */
async function usablePassword(
  state: ImportRunState,
  { username, passwordHash }: UserRecord,
): Promise<string | undefined> {
  if (passwordHash === null) return undefined
  const isKnown = passwordHash.startsWith('werkzeug:') && (await verifyImportedPassword(passwordHash, 'admin123'))
  if (!isKnown) return passwordHash
  state.report.note('user', username, 'invalid_value', 'known_password')
  return undefined
}

/** The name must not be empty; a long one is cut. */
export async function ensureSharingTag(tx: Tx, given: string): Promise<number> {
  const name = given.slice(0, 200)
  const known = await findSharingTagIdByName(tx, name)
  if (known !== undefined) return known
  await insertSharingTag(tx, { name, description: null }, Date.now())
  return (await findSharingTagIdByName(tx, name))!
}

const librariesOf = (state: ImportRunState, record: UserRecord): number[] => [
  ...new Set(record.libraryIds.flatMap((id) => [...(state.libraryIds.get(id) ?? [])])),
]

/**
 * Gives users who had access there access to libraries that were added since. Access that an earlier run gave may have
 * been revoked here, so it isn't given again.
 */
async function openLibraries(
  state: ImportRunState,
  record: UserRecord,
  user: UserView,
  { foreignId, uid, state: known }: StoredForeignId,
): Promise<void> {
  if (record.allLibraries || state.isDryRun) return
  const theirs = librariesOf(state, record)
  const opened = librariesIn(known)
  const added = theirs.filter((id) => !opened.has(id))
  if (added.length === 0) return
  const before = state.libraries
    .filter((library) => user.libraryUids.includes(library.uid))
    .map((library) => library.id)
  await state.deps.db.transaction(async (tx) => {
    await beginAccessChange(tx)
    await updateUser(tx, user.id, { libraryIds: [...new Set([...before, ...added])] }, Date.now())
    const ids = [{ foreignId, uid, state: createdState([...opened, ...added]) }]
    await storeForeignIds(tx, state.sourceId, 'user', ids)
  })
}

/** Records that an import created the account, and to which libraries it gave access. */
const createdState = (libraryIds: readonly number[]): string => `created ${libraryIds.join(' ')}`.trimEnd()
const librariesIn = (state: string | null): Set<number> => new Set((state ?? '').split(' ').slice(1).map(Number))

async function remember(state: ImportRunState, foreignId: string, userId: number): Promise<void> {
  if (state.isDryRun) return
  const user = await findUser(state.deps.db, { id: userId })
  if (!user) return
  const ids = [{ foreignId, uid: uuidToBytes(user.uid), state: 'merged' }]
  await state.deps.db.transaction((tx) => storeForeignIds(tx, state.sourceId, 'user', ids))
}
