import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import type { Tables } from '../tables.ts'
import { bytesToUuid, newUid, type Uid } from '../uid.ts'

/** `reading`: being read. `ready`: its content is known. `failed`: it can't be read. */
export type ImportSourceStatus = 'reading' | 'ready' | 'failed'

export interface ImportSource {
  id: number
  uid: string
  kind: string
  version: string
  name: string
  status: ImportSourceStatus
  error: string | null
  summary: unknown
  options: unknown
  report: unknown
  lastRunAt: number | null
  createdBy: number | null
  createdAt: number
  updatedAt: number
}

export async function listImportSources(db: Queryable): Promise<ImportSource[]> {
  const rows = await db.query.selectFrom('import_source').selectAll().orderBy('id', 'desc').limit(200).execute()
  return rows.map(viewOf)
}

export async function findImportSource(
  db: Queryable,
  by: { uid: Uid } | { id: number },
): Promise<ImportSource | undefined> {
  const query = db.query.selectFrom('import_source').selectAll()
  const row = await ('uid' in by ? query.where('uid', '=', by.uid) : query.where('id', '=', by.id)).executeTakeFirst()
  return row && viewOf(row)
}

export async function addImportSource(
  tx: Tx,
  source: { name: string; createdBy: number | null },
  now: number,
): Promise<{ id: number; uid: string }> {
  const uid = newUid()
  const { id } = await tx
    .insertInto('import_source')
    .values({
      uid,
      kind: '',
      version: '',
      name: source.name,
      status: 'reading',
      error: null,
      report: null,
      last_run_at: null,
      created_by: source.createdBy,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, uid: bytesToUuid(uid) }
}

export interface ImportSourceUpdate {
  name?: string
  kind?: string
  version?: string
  status?: ImportSourceStatus
  error?: string | null
  summary?: object
  options?: object
  report?: object | null
  lastRunAt?: number | null
}

export async function changeImportSource(tx: Tx, id: number, change: ImportSourceUpdate, now: number): Promise<void> {
  const json = (value: object | null | undefined) => (value === undefined ? undefined : JSON.stringify(value))
  await tx
    .updateTable('import_source')
    .set({
      name: change.name,
      kind: change.kind,
      version: change.version,
      status: change.status,
      error: change.error,
      summary: json(change.summary),
      options: json(change.options),
      report: change.report === null ? null : json(change.report),
      last_run_at: change.lastRunAt,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteImportSource(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('import_source').where('id', '=', id).execute()
}

function viewOf(row: Selectable<Tables['import_source']>): ImportSource {
  return {
    id: row.id,
    uid: bytesToUuid(row.uid),
    kind: row.kind,
    version: row.version,
    name: row.name,
    status: row.status as ImportSourceStatus,
    error: row.error,
    summary: JSON.parse(row.summary),
    options: JSON.parse(row.options),
    report: row.report === null ? null : JSON.parse(row.report),
    lastRunAt: row.last_run_at,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/**
 * Sources whose rows may belong to a library that was created since their last run, to one that hadn't been scanned
 * when it began (`awaitsScanOf`), or to books that were still being analysed. Not those that wait for a user's decision.
 */
export async function findImportSourcesToRunAgain(db: Pick<Queryable, 'query'>): Promise<ImportSource[]> {
  const libraries = await db.query.selectFrom('library').select(['id', 'created_at', 'last_scanned_at']).execute()
  const newest = Math.max(0, ...libraries.map((library) => library.created_at))
  const scanned = new Set(libraries.filter((one) => one.last_scanned_at !== null).map(({ id }) => id))
  const rows = await db.query
    .selectFrom('import_source')
    .selectAll()
    .where('status', '=', 'ready')
    .where('last_run_at', 'is not', null)
    .execute()
  return rows.map(viewOf).filter(({ lastRunAt, summary }) => {
    const {
      awaitsScanOf = [],
      awaitsAnalysis,
      awaitsPerson,
    } = (summary ?? {}) as { awaitsScanOf?: number[]; awaitsAnalysis?: boolean; awaitsPerson?: boolean }
    if (awaitsPerson) return false
    return awaitsAnalysis === true || (lastRunAt ?? 0) < newest || awaitsScanOf.some((id) => scanned.has(id))
  })
}

/** All libraries, and whether each was ever scanned to the end. */
export async function listLibraryScans(
  db: Pick<Queryable, 'query'>,
): Promise<{ id: number; last_scanned_at: number | null }[]> {
  return db.query.selectFrom('library').select(['id', 'last_scanned_at']).execute()
}
