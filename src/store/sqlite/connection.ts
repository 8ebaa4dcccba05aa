import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { NO_REVISION, RevisionCache } from '../cache/revision-cache.ts'
import { openAccentInsensitiveMatcher } from '../text/accent-insensitive-matcher.ts'

/** A statement of a transaction whose statements are known beforehand. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
  /** If it returns a different number of rows, another writer was faster, and the transaction is rolled back. */
  mustGive?: number
}

/** The rows of every statement; an error; or neither, if another writer was faster. */
export interface TransactionOutcome {
  rows?: StatementOutcome['rows'][]
  error?: DescribedError
}

/** The parts of an error that are passed between threads. */
export interface DescribedError {
  message: string
  code?: string
  errcode?: number
}

export function describeError(error: unknown): DescribedError {
  const { message, code, errcode } = error as Error & DescribedError
  return { message, code, errcode }
}

export interface StatementOutcome {
  rows: Record<string, unknown>[]
  changes: number
  insertId: number
}

/**
 * One SQLite connection with its prepared statements. Statements are cached by their SQL: preparing one costs as much
 * as a short query, and Lectern runs the same few hundred queries all day.
 */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = new RevisionCache<string, Prepared>({ maxEntries: MAX_STATEMENTS })
  /** Statements with the same columns share a row maker, so that their rows have the same shape. */
  readonly #rowMakers = new RevisionCache<string, ToRow>({ maxEntries: MAX_STATEMENTS })

  /** When we last waited for the lock, and when we last released it. */
  #waitedAt = Number.NEGATIVE_INFINITY
  #endedAt = Number.NEGATIVE_INFINITY
  #beginning: StatementSync | undefined
  /** Statements prepared outside of `runTogether` must not write. */
  #refusesWrites = false

  /** `together`: writes only through `runTogether`, and leaves the slow checkpoints to other connections. */
  constructor(
    file: string,
    options: { readOnly: boolean | 'together'; cacheMegabytes?: number; changesSchema?: boolean },
  ) {
    this.#database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
    if (options.changesSchema) this.#database.enableDefensive(false)
    for (const pragma of PRAGMAS) this.#database.exec(`pragma ${pragma}`)
    this.#database.exec(`pragma cache_size = -${1000 * (options.cacheMegabytes ?? LITTLE_MEGABYTES)}`)
    if (options.readOnly === true) this.#database.exec('pragma query_only = on')
    if (options.readOnly === 'together') {
      this.#database.exec('pragma wal_autocheckpoint = 0')
      this.#refusesWrites = true
    }
    // PostgreSQL uses `text ~ pattern` instead.
    this.#database.function(
      'text_matches',
      { deterministic: true },
      openAccentInsensitiveMatcher() as (...values: SQLInputValue[]) => 0 | 1,
    )
  }

  run(sql: string, parameters: readonly unknown[]): StatementOutcome {
    if (sql === BEGIN_IMMEDIATE) return this.#begin()
    const { statement, toRow } = this.#prepare(sql)
    const values = parameters.map(toSqlite)
    if (toRow) {
      const rows = statement.all(...values) as unknown as unknown[][]
      return { rows: rows.map(toRow), changes: 0, insertId: 0 }
    }
    const { changes, lastInsertRowid } = statement.run(...values)
    if (sql === 'commit' || sql === 'rollback') this.#endedAt = performance.now()
    return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) }
  }

  /**
   * Runs transactions whose statements are known beforehand in one commit. A transaction that fails, or finds that
   * another writer was faster, is rolled back alone; if the database itself fails, all are.
   */
  runTogether(transactions: readonly (readonly Statement[])[]): TransactionOutcome[] {
    this.#rollBackOld()
    this.run(BEGIN_IMMEDIATE, [])
    return this.#runBegun(transactions)
  }

  /** The same without waiting; undefined if another connection is writing. */
  tryTogether(transactions: readonly (readonly Statement[])[]): TransactionOutcome[] | undefined {
    this.#rollBackOld()
    this.#waitForLocks(0)
    try {
      if (!this.#beginIfFree()) return undefined
    } finally {
      this.#waitForLocks(BUSY_TIMEOUT_MS)
    }
    return this.#runBegun(transactions)
  }

  /** Rolls back a transaction that could neither commit nor roll back on a full disk. */
  #rollBackOld(): void {
    if (this.#database.isTransaction) this.run('rollback', [])
  }

  #runBegun(transactions: readonly (readonly Statement[])[]): TransactionOutcome[] {
    const refused = this.#refusesWrites
    this.#refusesWrites = false
    try {
      const [first] = transactions
      // A single transaction needs no savepoint.
      const outcomes = transactions.length === 1 ? [this.#runOne(first!)] : this.#runParts(transactions)
      this.run(outcomes.some(({ rows }) => rows) ? 'commit' : 'rollback', [])
      return outcomes
    } catch (error) {
      this.#rollBackOld()
      throw error
    } finally {
      this.#refusesWrites = refused
    }
  }

  /** Usually all of them succeed, and need no savepoints in between. */
  #runParts(transactions: readonly (readonly Statement[])[]): TransactionOutcome[] {
    this.run('savepoint first', [])
    const outcomes: TransactionOutcome[] = []
    for (const one of transactions) {
      const outcome = this.#runOne(one)
      outcomes.push(outcome)
      if (!outcome.rows) break
    }
    if (outcomes.at(-1)?.rows) return outcomes
    this.run('rollback to first', [])
    return transactions.map((one) => this.#runPart(one))
  }

  #runPart(statements: readonly Statement[]): TransactionOutcome {
    this.run('savepoint one', [])
    const outcome = this.#runOne(statements)
    if (!outcome.rows) this.run('rollback to one', [])
    this.run('release one', [])
    return outcome
  }

  #runOne(statements: readonly Statement[]): TransactionOutcome {
    try {
      const rows: StatementOutcome['rows'][] = []
      for (const { sql, parameters, mustGive } of statements) {
        const given = this.run(sql, parameters).rows
        if (mustGive !== undefined && given.length !== mustGive) return {}
        rows.push(given)
      }
      return { rows }
    } catch (error) {
      // A full disk rolls back everything.
      if (!this.#database.isTransaction) throw error
      return { error: describeError(error) }
    }
  }

  /**
   * SQLite's busy handler sleeps longer and longer, up to a tenth of a second, while others take and release the lock
   * many times: of two processes that write constantly, one waits for most of a second. So we try every half
   * millisecond; and while the lock is contended, its last holder waits longer than that before taking it again.
   */
  #begin(): StatementOutcome {
    const now = performance.now()
    if (now - this.#waitedAt < CONTENDED_MS && now - this.#endedAt < GIVE_WAY_MS) sleep(GIVE_WAY_MS)
    this.#waitForLocks(0)
    try {
      while (performance.now() - now < BUSY_TIMEOUT_MS) {
        if (this.#beginIfFree()) return { rows: [], changes: 0, insertId: 0 }
        this.#waitedAt = performance.now()
        sleep(LOOK_AGAIN_MS)
      }
      this.#beginStatement.run()
      return { rows: [], changes: 0, insertId: 0 }
    } finally {
      this.#waitForLocks(BUSY_TIMEOUT_MS)
    }
  }

  /** Sets SQLite's own timeout. Not prepared: this pragma takes effect when it is prepared, never when it is run. */
  #waitForLocks(ms: number): void {
    this.#database.exec(`pragma busy_timeout = ${ms}`)
  }

  #beginIfFree(): boolean {
    try {
      this.#beginStatement.run()
      return true
    } catch (error) {
      // A connection that recovers the log after a crash also reports busy.
      if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) return false
      throw error
    }
  }

  get #beginStatement(): StatementSync {
    this.#beginning ??= this.#prepare(BEGIN_IMMEDIATE).statement
    return this.#beginning
  }

  /** For a very frequent query: prepared once, returns the first value of the first row. */
  ask(sql: string): (...parameters: SQLInputValue[]) => unknown {
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(true)
    return (...parameters) => (statement.get(...parameters) as unknown as unknown[] | undefined)?.[0]
  }

  /** For scripts of several statements (migrations, pragmas); nothing is cached. */
  script(sql: string): void {
    this.#database.exec(sql)
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql, NO_REVISION)
    if (known) return known
    if (this.#refusesWrites && WRITES.test(sql)) throw new Error('attempt to write through a connection that reads')
    const statement = this.#database.prepare(sql)
    // Read once: describing a dozen columns costs more than their query.
    const columns = statement.columns().map(({ name }) => name)
    const prepared = { statement, toRow: columns.length > 0 ? this.#rowMaker(columns) : undefined }
    if (prepared.toRow) statement.setReturnArrays(true)
    // FTS5's internal row ids exceed 2^53, and the last of them is the last inserted row id of the next statement, even
    // of a commit: as a plain number it would throw after the statement has run.
    if (!prepared.toRow) statement.setReadBigInts(true)
    this.#statements.set(sql, NO_REVISION, prepared)
    return prepared
  }

  /**
   * Generates a function for these columns. The objects that `node:sqlite` creates are hash tables: creating them and
   * reading forty columns of each takes twice as long as the query.
   */
  #rowMaker(names: readonly string[]): ToRow {
    const text = names.map((name, index) => `${JSON.stringify(name)}: values[${index}]`).join(', ')
    const known = this.#rowMakers.get(text, NO_REVISION)
    if (known) return known
    const made = new Function('values', `return { ${text} }`) as ToRow
    this.#rowMakers.set(text, NO_REVISION, made)
    return made
  }
}

interface Prepared {
  statement: StatementSync
  /** Undefined if the statement returns no rows. */
  toRow: ToRow | undefined
}

type ToRow = (values: unknown[]) => Record<string, unknown>

/** Immediate: a transaction that reads first and writes later must not be overtaken by another writer. */
export const BEGIN_IMMEDIATE = 'begin immediate'
const BUSY_TIMEOUT_MS = 15_000
const SQLITE_BUSY = 5
const LOOK_AGAIN_MS = 0.5
const GIVE_WAY_MS = 1
/** For this long after a wait, others may still want the lock. */
const CONTENDED_MS = 1000
const MAX_STATEMENTS = 300
/** Pages outside it come from the operating system's cache, which costs microseconds. */
const LITTLE_MEGABYTES = 16

/** Measured at a million books: with WAL readers never wait; the larger checkpoint makes scans half as fast again. */
const PRAGMAS = [
  'journal_mode = wal',
  'synchronous = normal',
  'temp_store = memory',
  'wal_autocheckpoint = 4000',
  'journal_size_limit = 67108864',
]

const WRITES = /^\s*(?:with\b.*\)\s*)?(?:insert|update|delete|replace|create|drop|alter)\b/is

const neverWoken = new Int32Array(new SharedArrayBuffer(4))
const sleep = (ms: number): void => void Atomics.wait(neverWoken, 0, 0, ms)

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}
