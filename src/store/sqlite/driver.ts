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
import type { Outcome } from './connection.ts'

interface Runs {
  run(sql: string, parameters: readonly unknown[]): Outcome | Promise<Outcome>
  /** A transaction begins, so whatever became of the one before is over. */
  anew?(): void
}

/** A Kysely dialect over one SQLite connection, in this thread or in another. Transactions take turns. */
export function sqliteDialect(connection: Runs, close: () => void | Promise<void>): Dialect {
  return dialectOver(() => new OneConnectionDriver(connection, close))
}

export function dialectOver(createDriver: () => Driver, createAdapter = () => new SqliteAdapter()): Dialect {
  return {
    createAdapter,
    createDriver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new WrittenOutLimits(),
  }
}

/**
 * SQLite plans by the limit: with a parameter in its place it prepares a statement anew each time it is run, which takes
 * longer than to run it. There are few page sizes, so there are few more statements to keep.
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
  #turn: Promise<void> = Promise.resolve()
  #release: (() => void) | undefined

  constructor(connection: Runs, close: () => void | Promise<void>) {
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
    const previous = this.#turn
    let release: () => void = () => {}
    this.#turn = new Promise((resolve) => {
      release = resolve
    })
    await previous
    this.#release = release
    this.#runs.anew?.()
    try {
      // Immediate: a transaction that reads first and writes later must not lose its place to another writer.
      await this.#begin()
    } catch (error) {
      this.#endTurn()
      throw error
    }
  }

  async #begin(): Promise<void> {
    const begin = CompiledQuery.raw('begin immediate')
    try {
      await this.#connection.executeQuery(begin)
    } catch (error) {
      if (!/within a transaction/.test((error as Error).message)) throw error
      // Left open by one that could neither commit nor roll back, on a full disk: it must not block all others.
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
      // A full disk or a lost file has already rolled it back; the first error is the one to tell.
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
