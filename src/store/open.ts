import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { makeDataFolder } from '../config/make-data-folder.ts'
import { Caches } from './cache/caches.ts'
import type { Db, Tx } from './db.ts'
import { openPostgresPool, postgresDialect } from './postgres/driver.ts'
import { openSocketRegistry } from './postgres/socket-registry.ts'
import { openRevisionReader } from './revision-counters-snapshot.ts'
import { SqliteConnection } from './sqlite/connection.ts'
import { sqliteDialect, TransactionQueue } from './sqlite/driver.ts'
import { openGroupCommit } from './sqlite/group-commit.ts'
import { readOnlyThreadsDialect } from './sqlite/read-only-threads.ts'
import { ThreadedConnection } from './sqlite/threaded-connection.ts'
import type { Tables } from './tables.ts'

export type { Db, Queryable, Tx } from './db.ts'

export interface OpenOptions {
  /** Null or undefined: SQLite in dataDir. */
  url?: string | null
  dataDir: string
  /**
   * `thread`: writes wait for the lock on a separate thread (for processes that serve requests).
   * `inline`: writes run on this thread (for scanners and workers, which may wait, and write in batches).
   */
  writes?: 'thread' | 'inline'
  /** False if another process has migrated already: the migrations aren't even loaded. */
  migrate?: boolean
  /** How long PostgreSQL may take for a query of a process that serves requests. */
  requestMs?: number
}

export const databaseFile = (dataDir: string): string => join(dataDir, 'lectern.db')

export async function openDatabase(options: OpenOptions): Promise<Db> {
  if (!options.url) {
    if (options.migrate ?? true) await migrateSqlite(options.dataDir)
    return openSqlite(options)
  }
  if (options.migrate ?? true) await migratePostgres(options.url)
  return openPostgres(options.url, options)
}

/** On a separate connection: creating an index over a million books takes longer than any request may. */
async function migratePostgres(url: string): Promise<void> {
  const writer = new Kysely<never>({ dialect: postgresDialect(openPostgresPool(url, { max: 1 })) })
  try {
    const { migrate } = await import('./migrate.ts')
    await migrate(writer, 'postgres')
  } finally {
    await writer.destroy()
  }
}

/** On a separate connection, so that the write thread isn't started until there is something to write. */
async function migrateSqlite(dataDir: string): Promise<void> {
  makeDataFolder(dataDir)
  const file = databaseFile(dataDir)
  createForUsOnly(file)
  const connection = new SqliteConnection(file, { readOnly: false, changesSchema: true })
  const writer = new Kysely<never>({ dialect: sqliteDialect(connection, () => connection.close()) })
  try {
    const { migrate } = await import('./migrate.ts')
    await migrate(writer, 'sqlite', { file })
    // If there was nothing to migrate: SQLite also opens a file that may only be read.
    await sql`delete from setting where false`.execute(writer)
  } finally {
    await writer.destroy()
  }
}

/**
 * The database contains hashes of secrets: no other user of the machine needs to read it. SQLite's other files get the
 * same permissions.
 *
 * An existing file isn't opened: closing any handle of a file releases all locks that this process holds on it,
 * including SQLite's. Another process that closes the database would then believe it is the last one, and delete the
 * log that we write to.
 */
function createForUsOnly(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function openSqlite(options: OpenOptions): Db {
  makeDataFolder(options.dataDir)
  const file = databaseFile(options.dataDir)
  createForUsOnly(file)
  const threaded = (options.writes ?? 'thread') === 'thread'
  const writeConnection = threaded ? new ThreadedConnection(file, { readOnly: false }) : undefined
  // The first connection that opens the file enables WAL, so it must be a writable one.
  const inline = new SqliteConnection(file, { readOnly: threaded && 'together', cacheMegabytes: threaded ? 40 : 12 })
  const query = new Kysely<Tables>({ dialect: sqliteDialect(inline, () => inline.close()) })
  const turns = new TransactionQueue()
  const writer = writeConnection
    ? new Kysely<Tables>({ dialect: sqliteDialect(writeConnection, () => writeConnection.close(), turns) })
    : query
  let [commits, commitsHere] = [0, 0]
  const tryTogether: SqliteConnection['tryTogether'] = (transactions) => {
    const outcomes = inline.tryTogether(transactions)
    if (outcomes) commitsHere += 1
    return outcomes
  }
  const commitTogether = writeConnection && openGroupCommit(writeConnection, turns, { tryTogether })

  let slow: Kysely<Tables> | undefined
  const openSlow = () => new Kysely<Tables>({ dialect: readOnlyThreadsDialect(file, SLOW_AT_ONCE) })
  const db: Db = {
    kind: 'sqlite',
    query,
    firstQuery: query,
    ...(threaded && {
      querySync: (sql: string) => inline.ask(sql),
      rowsSync: (sql: string, parameters: readonly unknown[]) => inline.run(sql, parameters).rows,
    }),
    get slowQuery() {
      slow ??= openSlow()
      return slow
    },
    transaction: async (work) => {
      const outcome = await writer.transaction().execute((tx) => work(tx as Kysely<Tables> as Tx))
      commits += 1
      return outcome
    },
    ...(commitTogether && {
      commitTogether: async (statements) => {
        const rows = await commitTogether(statements)
        commits += 1
        return rows
      },
    }),
    get commits() {
      return commits
    },
    get commitsHere() {
      return commitsHere
    },
    caches: new Caches(),
    readRevisions: (...scopes) => readRevisions(...scopes),
    close: async () => {
      await slow?.destroy()
      if (writer !== query) await writer.destroy()
      await query.destroy()
    },
  }
  const readRevisions = openRevisionReader(db)
  return db
}

/** Slow queries that run in parallel; more would only compete for the disk. */
const SLOW_AT_ONCE = 3

function openPostgres(url: string, options: OpenOptions): Db {
  let commits = 0
  const maxMs = (options.writes ?? 'thread') === 'thread' ? (options.requestMs ?? REQUEST_MS) : undefined
  const sockets = openSocketRegistry()
  const open = (max: number, timeLimitMs = maxMs) =>
    new Kysely<Tables>({ dialect: postgresDialect(openPostgresPool(url, { max, maxMs: timeLimitMs, sockets })) })
  // Few in total: a PostgreSQL server allows a hundred connections by default, and there may be one process per core.
  // Writes have their own pool: writes that wait for a locked row must not block reads.
  const [query, writer, slowQuery, firstQuery] = [open(4), open(3), open(3), open(1, maxMs && FIRST_MS)]
  const db: Db = {
    kind: 'postgres',
    query,
    slowQuery,
    firstQuery,
    transaction: async (work) => {
      const outcome = await retried(() => writer.transaction().execute((tx) => work(tx as Kysely<Tables> as Tx)))
      commits += 1
      return outcome
    },
    get commits() {
      return commits
    },
    caches: new Caches(),
    readRevisions: (...scopes) => readRevisions(...scopes),
    hurry: (silentMs = SILENT_MS) => {
      const timer = setTimeout(sockets.cut, silentMs).unref()
      sql`select 1`.execute(firstQuery).then(
        () => clearTimeout(timer),
        () => {},
      )
    },
    close: async () => {
      await Promise.all([query, writer, slowQuery, firstQuery].map((each) => each.destroy()))
    },
  }
  const readRevisions = openRevisionReader(db)
  return db
}

/**
 * When two transactions lock the same rows in a different order, or rewrite the same sums, PostgreSQL aborts one of
 * them; it can simply be retried. So can one that looked whether a name is free and found it taken when it took it: the
 * next try sees who has it, and refuses.
 */
async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= MAX_TRIES || !PASSING.has((error as { code?: string }).code ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** Math.min(tries, 5) * Math.random()))
    }
  }
}

/** Longer than any query takes; a dead network must not block a request for ever. */
const REQUEST_MS = 30_000
/** Every request waits for this query, and those that arrive meanwhile wait for the next one. */
const FIRST_MS = 10_000
/** The shortest query completes within this time under any load. */
const SILENT_MS = 2000

const MAX_TRIES = 8
const [DEADLOCK, SERIALIZATION, UNIQUE] = ['40P01', '40001', '23505'] as const
const PASSING: ReadonlySet<string> = new Set([DEADLOCK, SERIALIZATION, UNIQUE])
