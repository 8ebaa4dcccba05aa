import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { BEGIN_IMMEDIATE, type StatementOutcome } from './connection.ts'

interface Runs {
  run(sql: string, parameters: readonly unknown[]): StatementOutcome | Promise<StatementOutcome>
  /** Called when a transaction begins: the state of the previous one no longer matters. */
  anew?(): void
}

/** Transactions on one connection run one after the other, in the order of the calls. */
export class TransactionQueue {
  #last: Promise<void> = Promise.resolve()

  /** Returns a function that ends the turn. */
  async take(): Promise<() => void> {
    const previous = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await previous
    return resolve
  }
}

/** A Kysely dialect over one SQLite connection, on this thread or another. Transactions take turns. */
export function sqliteDialect(
  connection: Runs,
  close: () => void | Promise<void>,
  turns = new TransactionQueue(),
): Dialect {
  return sqliteDialectWithDriver(() => new OneConnectionDriver(connection, close, turns))
}

export function sqliteDialectWithDriver(
  createDriver: () => Driver,
  createAdapter = () => new SqliteAdapter(),
): Dialect {
  return {
    createAdapter,
    createDriver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new WrittenOutLimits(),
  }
}

/**
 * SQLite's planner uses the limit: if it is a parameter, SQLite prepares the statement again on every run, which takes
 * longer than running it. There are few page sizes, so this adds few statements to the cache.
 */
class WrittenOutLimits extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    super.visitLimit(ValueNode.is(limit) ? { ...node, limit: ValueNode.createImmediate(limit.value) } : node)
  }
}

class OneConnectionDriver implements Driver {
  readonly #runs: Runs
  readonly #connection: SqliteKyselyConnection
  readonly #close: () => void | Promise<void>
  readonly #turns: TransactionQueue
  #release: (() => void) | undefined

  constructor(connection: Runs, close: () => void | Promise<void>, turns: TransactionQueue) {
    this.#turns = turns
    this.#runs = connection
    this.#connection = new SqliteKyselyConnection(connection)
    this.#close = close
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    this.#release = await this.#turns.take()
    this.#runs.anew?.()
    try {
      await this.#begin()
    } catch (error) {
      this.#endTurn()
      throw error
    }
  }

  async #begin(): Promise<void> {
    const begin = CompiledQuery.raw(BEGIN_IMMEDIATE)
    try {
      await this.#connection.executeQuery(begin)
    } catch (error) {
      if (!/within a transaction/.test((error as Error).message)) throw error
      // A transaction that could neither commit nor roll back on a full disk: it must not block all others.
      await this.#connection.executeQuery(CompiledQuery.raw('rollback'))
      await this.#connection.executeQuery(begin)
    }
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('commit'))
    this.#endTurn()
  }

  async rollbackTransaction(): Promise<void> {
    try {
      await this.#connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch {
      // A full disk or a lost file has already rolled it back; the first error is the one to report.
    } finally {
      this.#endTurn()
    }
  }

  async destroy(): Promise<void> {
    await this.#close()
  }

  #endTurn(): void {
    this.#release?.()
    this.#release = undefined
  }
}

export class SqliteKyselyConnection implements DatabaseConnection {
  readonly #connection: Runs

  constructor(connection: Runs) {
    this.#connection = connection
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const outcome = this.#connection.run(query.sql, query.parameters)
    const { rows, changes, insertId } = outcome instanceof Promise ? await outcome : outcome
    return { rows: rows as R[], numAffectedRows: BigInt(changes), insertId: BigInt(insertId) }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; nothing in Lectern streams rows
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite rows are not streamed')
  }
}
