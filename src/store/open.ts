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
  /** null or undefined: SQLite in dataDir. */
  url?: string | null
  dataDir: string
  /**
   * `thread`: writes wait for the lock on a thread of their own (for whoever serves requests).
   * `inline`: writes on this thread (for scanners and workers, which may wait, and write in batches).
   */
  writes?: 'thread' | 'inline'
  /** False where another has done it: the steps of all versions are not even loaded. */
  migrate?: boolean
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

/** On a connection of its own: an index over a million books takes longer than any request may. */
async function migratePostgres(url: string): Promise<void> {
  const writer = new Kysely<never>({ dialect: postgresDialect(openPostgresPool(url, { max: 1 })) })
  try {
    const { migrate } = await import('./migrate.ts')
    await migrate(writer, 'postgres')
  } finally {
    await writer.destroy()
  }
}

/** On a connection of its own, so that the thread for writes need not start before there is something to write. */
async function migrateSqlite(dataDir: string): Promise<void> {
  makeDataFolder(dataDir)
  const file = databaseFile(dataDir)
  createForUsOnly(file)
  const connection = new SqliteConnection(file, { readOnly: false, changesSchema: true })
  const writer = new Kysely<never>({ dialect: sqliteDialect(connection, () => connection.close()) })
  try {
    const { migrate } = await import('./migrate.ts')
    await migrate(writer, 'sqlite', { file })
  } finally {
    await writer.destroy()
  }
}

/**
 * It holds hashes of secrets: nobody else on the machine needs to read it. SQLite's files beside it follow it.
 *
 * One that is there is not touched: to close any handle of a file ends all locks that this process has on it, those of
 * SQLite too. Whoever closed the database elsewhere would then think to be the last, and take away the log that we write to.
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
  // The first connection that opens the file turns WAL on, so it must be one that may write.
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
      const outcome = await writer.transaction().execute((tx) => work(tx as Tx))
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

/** Long questions that are answered side by side; more would only wait for the disk together. */
const SLOW_AT_ONCE = 3

function openPostgres(url: string, options: OpenOptions): Db {
  let commits = 0
  const maxMs = (options.writes ?? 'thread') === 'thread' ? REQUEST_MS : undefined
  const sockets = openSocketRegistry()
  const open = (max: number, timeLimitMs = maxMs) =>
    new Kysely<Tables>({ dialect: postgresDialect(openPostgresPool(url, { max, maxMs: timeLimitMs, sockets })) })
  // Few together: a server has a hundred for all who come, and a process for each core may be among them. Writes have their
  // own: those that wait for a row which somebody holds must not keep anybody from reading.
  const [query, writer, slowQuery, firstQuery] = [open(4), open(3), open(3), open(1, maxMs && FIRST_MS)]
  const db: Db = {
    kind: 'postgres',
    query,
    slowQuery,
    firstQuery,
    transaction: async (work) => {
      const outcome = await retried(() => writer.transaction().execute((tx) => work(tx as Tx)))
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
 * Two transactions that lock the same rows in another order, or make the same sums anew: PostgreSQL ends one of them, and
 * it may simply try again.
 */
async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= MAX_TRIES || !isPassing(error as { code?: string; constraint?: string })) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** Math.min(tries, 5) * Math.random()))
    }
  }
}

/** Longer than any question takes; a network that went silent must not hold a request for ever. */
const REQUEST_MS = 30_000
/** Everybody waits for this one, and those who come meanwhile for the next. */
const FIRST_MS = 10_000
/** The shortest question of all is answered by then, however much there is to do. */
const SILENT_MS = 2000

const isPassing = ({ code, constraint }: { code?: string; constraint?: string }): boolean =>
  code === DEADLOCK || code === SERIALIZATION || (code === UNIQUE && MADE_ANEW.has(constraint ?? ''))

const MAX_TRIES = 8
const DEADLOCK = '40P01'
const SERIALIZATION = '40001'
const UNIQUE = '23505'
/** Of rows that are deleted and written again with what they sum up. */
const MADE_ANEW: ReadonlySet<string> = new Set(['series_progress_pkey'])
