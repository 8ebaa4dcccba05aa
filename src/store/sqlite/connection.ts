import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { NO_REVISION, RevisionCache } from '../cache/revision-cache.ts'
import { openTextMatcher } from '../text/text-pattern.ts'

export interface Outcome {
  rows: Record<string, unknown>[]
  changes: number
  insertId: number
}

/**
 * One SQLite connection with its prepared statements. Statements are cached by their text: preparing one costs as much
 * as a short query, and the product asks the same few hundred questions all day.
 */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = new RevisionCache<string, Prepared>({ maxEntries: MAX_STATEMENTS })
  /** Statements with the same columns share one, so that their rows have one shape. */
  readonly #rowMakers = new RevisionCache<string, ToRow>({ maxEntries: MAX_STATEMENTS })

  constructor(file: string, options: { readOnly: boolean; cacheMegabytes?: number; changesSchema?: boolean }) {
    this.#database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
    if (options.changesSchema) this.#database.enableDefensive(false)
    for (const pragma of PRAGMAS) this.#database.exec(`pragma ${pragma}`)
    this.#database.exec(`pragma cache_size = -${1000 * (options.cacheMegabytes ?? LITTLE_MEGABYTES)}`)
    if (options.readOnly) this.#database.exec('pragma query_only = on')
    // PostgreSQL has `text ~ pattern` for it.
    this.#database.function(
      'text_matches',
      { deterministic: true },
      openTextMatcher() as (...values: SQLInputValue[]) => 0 | 1,
    )
  }

  run(sql: string, parameters: readonly unknown[]): Outcome {
    const { statement, toRow } = this.#prepare(sql)
    const values = parameters.map(toSqlite)
    if (toRow) {
      const rows = statement.all(...values) as unknown as unknown[][]
      return { rows: rows.map(toRow), changes: 0, insertId: 0 }
    }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) }
  }

  /** A question that is asked over and over: prepared once, and answered with the first row's first value. */
  ask(sql: string): (...parameters: SQLInputValue[]) => unknown {
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(true)
    return (...parameters) => (statement.get(...parameters) as unknown as unknown[] | undefined)?.[0]
  }

  /** For scripts of several statements (migrations, pragmas); nothing is kept. */
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
    const statement = this.#database.prepare(sql)
    // Asked once: to describe a dozen columns costs more than the query behind them.
    const columns = statement.columns().map(({ name }) => name)
    const prepared = { statement, toRow: columns.length > 0 ? this.#rowMaker(columns) : undefined }
    if (prepared.toRow) statement.setReturnArrays(true)
    // FTS5 numbers its own rows beyond 2^53, and the last of them is "the last inserted row" of whatever runs next, be it
    // a commit: as a plain number it would throw after the statement has been done.
    if (!prepared.toRow) statement.setReadBigInts(true)
    this.#statements.set(sql, NO_REVISION, prepared)
    return prepared
  }

  /**
   * A function written for these columns. The objects that `node:sqlite` makes are hash tables: to make them and to read
   * forty columns of each takes twice as long as the query.
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
  /** Undefined where no rows come back. */
  toRow: ToRow | undefined
}

type ToRow = (values: unknown[]) => Record<string, unknown>

const BUSY_TIMEOUT_MS = 15_000
const MAX_STATEMENTS = 300
/** A page that is not in it comes from the system's own cache, which costs microseconds. */
const LITTLE_MEGABYTES = 16

/** Measured at a million books: WAL never makes a reader wait, the larger checkpoint makes scans half as fast again. */
const PRAGMAS = [
  'journal_mode = wal',
  'synchronous = normal',
  'temp_store = memory',
  'wal_autocheckpoint = 4000',
  'journal_size_limit = 67108864',
]

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}
