import { sql } from 'kysely'
import type { Db, Tx } from '../open.ts'
import { databaseClockSql } from './database-clock.ts'
import { isTaskDueSql } from './is-task-due.ts'

/** A task claimed by this worker, with the public ids of its subject. */
export interface ClaimedTask {
  id: number
  uid: Uint8Array
  type: string
  priority: number
  libraryId: number | null
  seriesId: number | null
  bookId: number | null
  libraryUid: Uint8Array | null
  seriesUid: Uint8Array | null
  bookUid: Uint8Array | null
  params: unknown
  /** When it was requested, regardless of restarts. */
  createdAt: number
  /** Including this one. */
  attempts: number
  maxAttempts: number
  /** The worker that claimed it. */
  worker: string
}

export interface ClaimOptions {
  type: string
  limit: number
  worker: string
  now: number
  /** Types of which only one may run per library, including this one. */
  aloneWith?: readonly string[]
  /** While a task of this type runs, another can be queued. */
  mayRepeat?: boolean
  /** Only tasks that were started before, or only those that never were. */
  isBegun?: boolean
}

/** Those of these types that have a task ready to start. One query, as most of the time nothing is pending. */
export async function findWaitingTaskTypes(db: Db, types: readonly string[], now: number): Promise<Set<string>> {
  const kinds = sql.join(types.map((type) => sql`(${type})`))
  // In index order: otherwise the database scans all pending tasks of any type.
  const { rows } = await sql<{ type: string }>`
    with kind(type) as (values ${kinds})
    select type from kind where (
      select task.id from task where task.status = 'pending' and task.type = kind.type and ${isTaskDueSql(now)}
      order by task.priority desc, task.id limit 1
    ) is not null`.execute(db.query)
  return new Set(rows.map((row) => row.type))
}

/** Claims pending tasks of one type, highest priority and oldest first. Two workers never claim the same one. */
export async function claimTasks(db: Db, claim: ClaimOptions): Promise<ClaimedTask[]> {
  return db.transaction(async (tx) => {
    const ids = await pickTasks(tx, db.kind, claim)
    if (ids.length === 0) return []
    const repeat = claim.mayRepeat ? sql<string>`dedupe_key || '#' || id` : sql<string>`dedupe_key`
    await tx
      .updateTable('task')
      .set((eb) => ({
        status: 'running',
        worker: claim.worker,
        heartbeat_at: databaseClockSql(db.kind),
        started_at: claim.now,
        attempts: eb('attempts', '+', 1),
        dedupe_key: repeat,
      }))
      .where('id', 'in', ids)
      .execute()
    return readClaimed(tx, ids)
  })
}

async function pickTasks(tx: Tx, kind: Db['kind'], claim: ClaimOptions): Promise<number[]> {
  let query = tx
    .selectFrom('task')
    .select(['id', 'library_id'])
    .where('status', '=', sql.lit('pending'))
    .where('type', '=', claim.type)
    .where(isTaskDueSql(claim.now))
    .orderBy('priority', 'desc')
    .orderBy('id')
    .limit(claim.limit)
  if (kind === 'postgres') query = query.forUpdate().skipLocked()
  const { aloneWith, isBegun } = claim
  if (isBegun !== undefined) query = query.where('attempts', isBegun ? '>' : '=', 0)
  if (aloneWith) {
    query = query.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('task as other')
            .select('other.id')
            .where('other.status', '=', sql.lit('running'))
            .whereRef('other.library_id', '=', 'task.library_id')
            .where('other.type', 'in', aloneWith),
        ),
      ),
    )
  }
  const rows = await query.execute()
  if (!aloneWith) return rows.map((row) => row.id)
  const taken = new Set<number | null>()
  const ids: number[] = []
  for (const row of rows) {
    if (taken.has(row.library_id)) continue
    // Two workers may look at the same time; the lock makes the second one skip it.
    if (kind === 'postgres' && !(await lockLibrary(tx, row.library_id))) continue
    taken.add(row.library_id)
    ids.push(row.id)
  }
  return ids
}

async function lockLibrary(tx: Tx, libraryId: number | null): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${LIBRARY_LOCK}::int, ${libraryId ?? 0}::int) as got`.execute(tx)
  return rows[0]?.got === true
}

const LIBRARY_LOCK = 4_213

async function readClaimed(tx: Tx, ids: readonly number[]): Promise<ClaimedTask[]> {
  const rows = await tx
    .selectFrom('task')
    .leftJoin('library', 'library.id', 'task.library_id')
    .leftJoin('series', 'series.id', 'task.series_id')
    .leftJoin('book', 'book.id', 'task.book_id')
    .select([
      'task.id',
      'task.uid',
      'task.type',
      'task.priority',
      'task.library_id as libraryId',
      'task.series_id as seriesId',
      'task.book_id as bookId',
      'library.uid as libraryUid',
      'series.uid as seriesUid',
      'book.uid as bookUid',
      'task.params',
      'task.created_at as createdAt',
      'task.attempts',
      'task.max_attempts as maxAttempts',
      'task.worker',
    ])
    .where('task.id', 'in', ids)
    .execute()
  const order = new Map(ids.map((id, index) => [id, index]))
  return rows
    .map((row) => ({ ...row, params: JSON.parse(row.params) as unknown, worker: row.worker! }))
    .sort((a, b) => order.get(a.id)! - order.get(b.id)!)
}
