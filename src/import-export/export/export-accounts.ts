import { readIdentitiesForExport } from '../../store/export/read-identities-for-export.ts'
import { readApiKeysForExport } from '../../store/export/read-rows-for-export.ts'
import { parseKoboScope } from '../../store/kobo/scope.ts'
import type { Db } from '../../store/open.ts'
import { parseStoredJson } from '../../store/parse-stored-json.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { readPasswordHash } from '../../store/user/account.ts'
import { listUsers } from '../../store/user/read.ts'
import type { ImportRecord } from '../records.ts'
import type { ApiKeyRecord, ApiKeyScheme } from '../user-records.ts'

export async function* exportUsers(db: Db, userId?: number): AsyncGenerator<ImportRecord> {
  const identities = userId === undefined ? await readIdentitiesForExport(db) : new Map()
  const { data } = await listUsers(db, {}, { limit: 1_000_000, offset: 0 })
  for (const user of data) {
    if (userId !== undefined && user.id !== userId) continue
    const hash = await readPasswordHash(db, user.id)
    yield {
      type: 'user',
      id: user.uid,
      username: user.username,
      email: user.email,
      role: user.role,
      passwordHash: hash,
      isActive: user.isActive,
      allLibraries: user.allLibraries,
      libraryIds: user.libraryUids,
      ageLimit: user.ageLimit,
      allowUnrated: user.allowUnrated,
      tagsOverrideAge: user.tagsOverrideAge,
      denied: user.denied,
      labels: user.sharingTags.map(({ name, mode }) => ({ name, mode })),
      ...(userId === undefined && { permissions: user.permissions, identities: identities.get(user.id) ?? [] }),
      createdAt: user.createdAt,
    }
  }
}

export async function* exportApiKeys(db: Db): AsyncGenerator<ImportRecord> {
  for (const row of await readApiKeysForExport(db)) {
    // A key that another server issued has its scheme as a prefix.
    const [, scheme = 'lectern', lookup = row.prefix] = /^(\w+):(.*)$/s.exec(row.prefix) ?? []
    const hash = Buffer.from(row.secret_hash)
    yield {
      type: 'key',
      id: bytesToUuid(row.uid),
      userId: bytesToUuid(row.userUid),
      name: row.name,
      scheme: scheme as ApiKeyScheme,
      lookup,
      verifier: scheme === 'codex' ? hash.toString() : hash.toString('hex'),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      permissions: parseStoredJson(row.permissions, []),
      syncHash: row.sync_hash || null,
      kobo: koboOf(row.kobo_scope),
    }
  }
}

function koboOf(stored: string | null): ApiKeyRecord['kobo'] {
  if (stored === null) return null
  const { everything, readListIds } = parseKoboScope({ scope: stored })
  return { listIds: everything ? null : readListIds }
}
