import { importedKeyPrefix } from '../../catalog/access/imported-api-key.ts'
import { permissions } from '../../contract/enum-values.ts'
import { type Permission, permissionsOfRole } from '../../contract/permissions.ts'
import { addImportedApiKey, hasApiKeyWithPrefix } from '../../store/import/api-keys.ts'
import { findStoredForeignIds, storeForeignIds } from '../../store/import/foreign-ids.ts'
import { defaultKoboScope, type KoboScope } from '../../store/kobo/scope.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { findUser } from '../../store/user/read.ts'
import type { UserRecord } from '../records.ts'
import { type ApiKeyRecord, type ApiKeyScheme, apiKeySchemes } from '../user-records.ts'
import { findImportedUser, type ImportRunState, isNewInDryRun, isSkipReason } from './import-run-state.ts'

/**
 * Imports API keys, so that apps continue to work without changes. Only hashes are imported. A key that was deleted
 * here stays deleted, and no key may do more than it could there, whoever its owner is here.
 */
export async function applyApiKeys(
  state: ImportRunState,
  records: readonly ApiKeyRecord[],
  takesKeys: boolean,
): Promise<void> {
  const { db } = state.deps
  // By lookup prefix: some servers give a replacement key the same id.
  const prefixes = records.flatMap((record) => prefixOf(record) ?? [])
  const known = await findStoredForeignIds(db, state.sourceId, 'key', prefixes)
  for (const record of records) {
    const person = findImportedUser(state, record.userId)
    const prefix = prefixOf(record)
    const owner = state.accounts.get(record.userId)
    if (!takesKeys) state.report.leave('key', record.name, 'not_chosen')
    else if (isSkipReason(person)) state.report.leave('key', record.name, person)
    else if (prefix === undefined) state.report.leave('key', record.name, 'invalid_value')
    else if (await hasApiKeyWithPrefix(db, prefix)) state.report.count('key', 'unchanged')
    else if (known.has(prefix)) state.report.leave('key', record.name, 'deleted_here')
    else if (owner?.isActive === false && (await findUser(db, { id: person.id }))?.isActive)
      state.report.leave('key', record.name, 'no_equivalent', 'disabled')
    else if (state.isDryRun) {
      const isNew = isNewInDryRun(state, `key ${prefix}`)
      state.report.count('key', isNew ? 'imported' : 'unchanged')
    } else {
      const verifier = record.scheme === 'codex' ? Buffer.from(record.verifier) : Buffer.from(record.verifier, 'hex')
      const isNew = await db.transaction(async (tx) => {
        const uid = await addImportedApiKey(tx, {
          userId: person.id,
          name: record.name.slice(0, 100),
          prefix,
          verifier: Uint8Array.from(verifier),
          createdAt: record.createdAt ?? state.readAt,
          expiresAt: record.expiresAt,
          lastUsedAt: record.lastUsedAt,
          permissions: permissionsOf(record, owner),
          syncHash: record.scheme === 'lectern' ? syncHashOf(record) : '',
          koboScope: koboScopeOf(state, record),
        })
        if (uid) await storeForeignIds(tx, state.sourceId, 'key', [{ foreignId: prefix, uid, state: null }])
        return uid !== undefined
      })
      state.report.count('key', isNew ? 'imported' : 'unchanged')
    }
  }
}

/** The prefix for looking it up; undefined for a key that no client could present, or that can't be checked. */
function prefixOf({ scheme, lookup, verifier }: ApiKeyRecord): string | undefined {
  if (!apiKeySchemes.includes(scheme) || !VERIFIERS[scheme].test(verifier)) return undefined
  if (scheme !== 'lectern') return importedKeyPrefix(scheme, lookup)
  return /^[0-9A-Za-z]{8}$/.test(lookup) ? lookup : undefined
}

const VERIFIERS: Readonly<Record<ApiKeyScheme, RegExp>> = {
  lectern: /^[\da-f]{64}$/i,
  sha512: /^[\da-f]{128}$/i,
  stump: /^[\da-f]{64}$/i,
  codex: /^\$argon2/,
}

/** Limited to what it could do there: an account of the same name may have more permissions here. */
function permissionsOf({ scheme, permissions: given }: ApiKeyRecord, owner: UserRecord | undefined): Permission[] {
  const own: readonly string[] = given ?? (scheme === 'lectern' ? [] : permissions)
  const most: readonly string[] = owner
    ? [...(permissionsOfRole[owner.role] ?? permissionsOfRole.reader), ...(owner.permissions ?? [])]
    : permissions
  return permissions.filter((one) => own.includes(one) && most.includes(one))
}

const syncHashOf = ({ syncHash }: ApiKeyRecord) => (/^[0-9a-f]{32}$/.test(syncHash ?? '') ? syncHash! : '')

/** Other servers send a Kobo only ebooks. */
function koboScopeOf({ lists }: ImportRunState, { kobo }: ApiKeyRecord): KoboScope | null {
  if (!kobo) return null
  const chosen = Array.isArray(kobo.listIds) ? kobo.listIds.slice(0, MAX_LISTS_OF_KOBO) : null
  const readListIds = (chosen ?? []).flatMap((id) => {
    const list = lists.get(`readList ${id}`)
    return list ? [bytesToUuid(list.uid)] : []
  })
  const scope = { ...defaultKoboScope, wantToRead: false, reading: false, formats: ['epub' as const] }
  return { ...scope, everything: chosen === null, readListIds }
}

/** As many as the API accepts. */
const MAX_LISTS_OF_KOBO = 500
