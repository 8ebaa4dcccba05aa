import type { Permission } from '../../contract/permissions.ts'
import type { Queryable } from '../open.ts'
import { bytesToUuid, type Uid, uuidToBytes } from '../uid.ts'

/** An API key of another server that a Kobo has in its address. */
export interface ImportedKoboKey {
  id: number
  userId: number
  name: string
  permissions: Permission[]
  expiresAt: number | null
  lastUsedAt: number | null
  /** JSON. Null: no Kobo may use it, or not any more. */
  scope: string | null
}

export async function findImportedKoboKey(
  db: Pick<Queryable, 'query'>,
  apiKeyId: number,
): Promise<ImportedKoboKey | undefined> {
  const row = await db.query
    .selectFrom('api_key')
    .select(['id', 'user_id', 'name', 'permissions', 'expires_at', 'last_used_at', 'kobo_scope'])
    .where('id', '=', apiKeyId)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      name: row.name,
      permissions: JSON.parse(row.permissions),
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      scope: row.kobo_scope,
    }
  )
}

/** The import that brought the key. */
export async function findSourceOfKey(
  db: Pick<Queryable, 'query'>,
  apiKeyId: number,
): Promise<{ id: number; kind: string } | undefined> {
  return db.query
    .selectFrom('api_key as k')
    .innerJoin('import_id as i', 'i.uid', 'k.uid')
    .innerJoin('import_source as s', 's.id', 'i.source_id')
    .select(['s.id', 's.kind'])
    .where('k.id', '=', apiKeyId)
    .where('i.kind', '=', 'key')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The ids by which a Kobo knows books and lists from its former server → ours. */
export async function findUidsByFormerKoboIds(
  db: Pick<Queryable, 'query'>,
  source: { id: number; kind: string },
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const rows = await db.query
    .selectFrom('import_id')
    .select(['foreign_id', 'uid'])
    .where('kind', 'in', KINDS)
    .where('source_id', '=', source.id)
    .where('foreign_id', 'in', [...ids, ...ids.map((id) => id + CALIBRE_EBOOK)])
    .execute()
  for (const { foreign_id, uid } of rows) found.set(koboIdOf(foreign_id), bytesToUuid(uid))
  return found
}

/** Our ids → those by which a Kobo knows them. */
export async function findFormerKoboIds(
  db: Pick<Queryable, 'query'>,
  source: { id: number; kind: string },
  uuids: readonly string[],
): Promise<Map<string, string>> {
  const uids: Uid[] = uuids.map(uuidToBytes)
  const rows = await db.query
    .selectFrom('import_id')
    .select(['foreign_id', 'uid'])
    .where('uid', 'in', uids)
    .where('kind', 'in', KINDS)
    .where('source_id', '=', source.id)
    .orderBy('foreign_id')
    .execute()
  const ofKobo = rows.filter(({ foreign_id }) => !foreign_id.includes('.') || foreign_id.endsWith(CALIBRE_EBOOK))
  return new Map(ofKobo.map(({ foreign_id, uid }) => [bytesToUuid(uid), koboIdOf(foreign_id)]))
}

const KINDS = ['book', 'collection', 'readList'] as const

/** Calibre has several files with one id, of which a Kobo gets the EPUB. */
const CALIBRE_EBOOK = '.EPUB'
const koboIdOf = (foreignId: string): string =>
  foreignId.endsWith(CALIBRE_EBOOK) ? foreignId.slice(0, -CALIBRE_EBOOK.length) : foreignId
