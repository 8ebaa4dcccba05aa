import { importedKeyPrefix } from '../../catalog/access/imported-api-key.ts'
import { permissions } from '../../contract/enum-values.ts'
import { addImportedApiKey, hasApiKeyWithPrefix } from '../../store/import/api-keys.ts'
import { type ApiKeyRecord, apiKeySchemes } from '../records.ts'
import { findImportedUser, type ImportRunState, isNewInDryRun, isSkipReason } from './import-state.ts'

/** Old API keys: apps go on without being touched. Only their hashes come over. */
export async function applyApiKeys(
  state: ImportRunState,
  records: readonly ApiKeyRecord[],
  takesKeys: boolean,
): Promise<void> {
  for (const record of records) {
    const person = findImportedUser(state, record.userId)
    const prefix = prefixOf(record)
    if (!takesKeys) state.report.leave('key', record.name, 'not_chosen')
    else if (isSkipReason(person)) state.report.leave('key', record.name, person)
    else if (prefix === undefined) state.report.leave('key', record.name, 'invalid_value')
    else if (state.isDryRun) {
      const isNew = !(await hasApiKeyWithPrefix(state.deps.db, prefix)) && isNewInDryRun(state, `key ${prefix}`)
      state.report.count('key', isNew ? 'imported' : 'unchanged')
    } else {
      const verifier = record.scheme === 'codex' ? Buffer.from(record.verifier) : Buffer.from(record.verifier, 'hex')
      const isNew = await state.deps.db.transaction((tx) =>
        addImportedApiKey(tx, {
          userId: person.id,
          name: record.name.slice(0, 100),
          prefix,
          verifier: Uint8Array.from(verifier),
          createdAt: record.createdAt ?? state.readAt,
          expiresAt: record.expiresAt,
          lastUsedAt: record.lastUsedAt,
          permissions: record.scheme === 'lectern' ? permissionsOf(record) : permissions,
          syncHash: record.scheme === 'lectern' ? syncHashOf(record) : '',
        }),
      )
      state.report.count('key', isNew ? 'imported' : 'unchanged')
    }
  }
}

/** What it is looked up by; undefined for one that nobody could ever show. */
function prefixOf({ scheme, lookup }: ApiKeyRecord): string | undefined {
  if (!apiKeySchemes.includes(scheme)) return undefined
  if (scheme !== 'lectern') return importedKeyPrefix(scheme, lookup)
  return /^[0-9A-Za-z]{8}$/.test(lookup) ? lookup : undefined
}

const permissionsOf = ({ permissions: given = [] }: ApiKeyRecord) => permissions.filter((one) => given.includes(one))
const syncHashOf = ({ syncHash }: ApiKeyRecord) => (/^[0-9a-f]{32}$/.test(syncHash ?? '') ? syncHash! : '')
