import { importedKeyPrefix } from '../../catalog/access/imported-api-key.ts'
import { addImportedApiKey, hasApiKeyWithPrefix } from '../../store/import/api-keys.ts'
import type { KeyRecord } from '../records.ts'
import { findImportedPerson, type ImportRunState, isNewInDryRun, isSkipReason } from './import-state.ts'

/** Old API keys: apps go on without being touched. Only their hashes come over. */
export async function applyApiKeys(
  state: ImportRunState,
  records: readonly KeyRecord[],
  takesKeys: boolean,
): Promise<void> {
  for (const record of records) {
    const person = findImportedPerson(state, record.userId)
    if (!takesKeys) state.report.leave('key', record.name, 'not_chosen')
    else if (isSkipReason(person)) state.report.leave('key', record.name, person)
    else if (!['sha512', 'codex', 'stump'].includes(record.scheme))
      state.report.leave('key', record.name, 'invalid_value')
    else if (state.isDryRun) {
      const prefix = importedKeyPrefix(record.scheme, record.lookup)
      const isNew = !(await hasApiKeyWithPrefix(state.deps.db, prefix)) && isNewInDryRun(state, `key ${prefix}`)
      state.report.count('key', isNew ? 'imported' : 'unchanged')
    } else {
      const verifier = record.scheme === 'codex' ? Buffer.from(record.verifier) : Buffer.from(record.verifier, 'hex')
      const isNew = await state.deps.db.transaction((tx) =>
        addImportedApiKey(tx, {
          userId: person.id,
          name: record.name.slice(0, 100),
          prefix: importedKeyPrefix(record.scheme, record.lookup),
          verifier: Uint8Array.from(verifier),
          createdAt: record.createdAt ?? state.readAt,
          expiresAt: record.expiresAt,
          lastUsedAt: record.lastUsedAt,
        }),
      )
      state.report.count('key', isNew ? 'imported' : 'unchanged')
    }
  }
}
