import { type SelectQueryBuilder, sql } from 'kysely'
import { mayOpenLibraryCondition } from '../library/may-open-library-condition.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import type { Tables } from '../tables.ts'
import type { Uid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export const taskStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export interface TaskView {
  key: number
  uid: Uid
  type: string
  status: TaskStatus
  priority: number
  libraryUid: Uid | null
  seriesUid: Uid | null
  bookUid: Uid | null
  params: Record<string, unknown>
  progress: { current: number; total: number; message: string | null } | null
  attempts: number
  maxAttempts: number
  error: string | null
  result: unknown
  createdAt: number
  startedAt: number | null
  completedAt: number | null
}

export interface TaskFilter {
  status?: TaskStatus
  type?: string
  libraryId?: number
}

/** Newest first, without tasks of libraries that the viewer may not open. */
export async function listTasks(
  db: Queryable,
  viewer: Viewer,
  filter: TaskFilter,
  rows: { limit: number; offset: number },
): Promise<{ data: TaskView[]; total: number }> {
  const matching = <O>(query: SelectQueryBuilder<Tables, 'task', O>) => {
    let result = query.where(visibleTaskCondition(db.kind, viewer))
    if (filter.status) result = result.where('task.status', '=', filter.status)
    if (filter.type) result = result.where('task.type', '=', filter.type)
    if (filter.libraryId) result = result.where('task.library_id', '=', filter.libraryId)
    return result
  }
  const ids = await matching(db.query.selectFrom('task').select('task.id'))
    .orderBy('task.id', 'desc')
    .limit(rows.limit)
    .offset(rows.offset)
    .execute()
  const { total } = await matching(
    db.query.selectFrom('task').select((eb) => eb.fn.countAll<number>().as('total')),
  ).executeTakeFirstOrThrow()
  const data = await readTasks(
    db.query,
    ids.map((row) => row.id),
  )
  return {
    data: data.map((task) => redactTaskForViewer(task, viewer)).sort((a, b) => b.key - a.key),
    total: Number(total),
  }
}

export async function findTask(db: Queryable, viewer: Viewer, uid: Uid): Promise<TaskView | undefined> {
  const row = await db.query
    .selectFrom('task')
    .select('task.id')
    .where('task.uid', '=', uid)
    .where(visibleTaskCondition(db.kind, viewer))
    .executeTakeFirst()
  const [task] = row ? await readTasks(db.query, [row.id]) : []
  return task && redactTaskForViewer(task, viewer)
}

export async function readTasks(from: Queryable['query'] | Tx, ids: readonly number[]): Promise<TaskView[]> {
  if (ids.length === 0) return []
  const rows = await from
    .selectFrom('task')
    .leftJoin('library', 'library.id', 'task.library_id')
    .leftJoin('series', 'series.id', 'task.series_id')
    .leftJoin('book', 'book.id', 'task.book_id')
    .selectAll('task')
    .select(['library.uid as libraryUid', 'series.uid as seriesUid', 'book.uid as bookUid'])
    .where('task.id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    key: row.id,
    uid: row.uid,
    type: row.type,
    status: row.status as TaskStatus,
    priority: row.priority,
    libraryUid: row.libraryUid,
    seriesUid: row.seriesUid,
    bookUid: row.bookUid,
    params: JSON.parse(row.params) as Record<string, unknown>,
    progress:
      row.progress_total === null
        ? null
        : { current: row.progress_current ?? 0, total: row.progress_total, message: row.progress_message },
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    error: row.error,
    result: row.result === null ? null : (JSON.parse(row.result) as unknown),
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
  }))
}

/** The newest task of these types for a library, whatever its state. */
export async function findNewestTask(
  db: Queryable,
  libraryId: number,
  types: readonly string[],
): Promise<TaskView | undefined> {
  const newest = await Promise.all(
    types.map((type) =>
      db.query
        .selectFrom('task')
        .select('id')
        .where('library_id', '=', libraryId)
        .where('type', '=', type)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  const id = Math.max(0, ...newest.map((row) => row?.id ?? 0))
  return id > 0 ? (await readTasks(db.query, [id]))[0] : undefined
}

/** The newest task of a type that belongs to no library and has this key, whatever its state. */
export async function findNewestTaskByKey(
  db: Queryable,
  type: string,
  keys: readonly string[],
): Promise<TaskView | undefined> {
  const rows = await db.query
    .selectFrom('task')
    .select(['id', 'dedupe_key'])
    .where('library_id', 'is', null)
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .limit(MAX_LOOKED_AT)
    .execute()
  const row = rows.find((one) => keys.includes(one.dedupe_key))
  return row && (await readTasks(db.query, [row.id]))[0]
}

const MAX_LOOKED_AT = 500

export type TaskStatusCounts = Record<TaskStatus, number>

/** On a read-only thread: it scans every task that the viewer may see. */
export async function countTasks(
  db: { kind: Db['kind']; slowQuery: Queryable['query'] },
  viewer: Viewer,
): Promise<TaskStatusCounts & { byType: Record<string, TaskStatusCounts> }> {
  const rows = await db.slowQuery
    .selectFrom('task')
    .select((eb) => ['type', 'status', eb.fn.countAll<number>().as('count')])
    .where(visibleTaskCondition(db.kind, viewer))
    .groupBy(['type', 'status'])
    .execute()
  const sums = noTasks()
  const byType: Record<string, TaskStatusCounts> = {}
  for (const row of rows) {
    const status = row.status as TaskStatus
    byType[row.type] ??= noTasks()
    byType[row.type]![status] += Number(row.count)
    sums[status] += Number(row.count)
  }
  return { ...sums, byType }
}

const noTasks = (): TaskStatusCounts => ({ pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 })

/** The viewer must see the task's subject: its library, and its series or what is left of it. */
export function visibleTaskCondition(kind: Db['kind'], viewer: Viewer) {
  const library = sql<boolean>`(task.library_id is null or ${mayOpenLibraryCondition(viewer, 'task.library_id')})`
  if (viewer.sees.everything) return library
  const series = sql`select 1 from series ts where ${visibilityCondition(kind, viewer.sees, 'ts.class')}`
  return sql<boolean>`(${library}
    and (task.series_id is null or exists (${series} and ts.id = task.series_id))
    and (task.book_id is null or exists (${series}
      and ts.id = (select tb.series_id from book tb where tb.id = task.book_id))))`
}

/**
 * Folders, files, books and counts of a task may include what the viewer may not see. Viewers who see all of its
 * library get everything.
 */
export function redactTaskForViewer(task: TaskView, viewer: Viewer): TaskView {
  const { everything, inPart } = viewer.sees
  if (everything || (!inPart && task.libraryUid)) return task
  const { mode } = task.params
  return { ...task, params: mode === undefined ? {} : { mode }, progress: null, result: null }
}
