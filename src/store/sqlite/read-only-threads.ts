import { type Dialect, type Driver, SqliteAdapter } from 'kysely'
import { SqliteKyselyConnection, sqliteDialectWithDriver } from './driver.ts'
import { ThreadedConnection } from './threaded-connection.ts'

/**
 * A Kysely dialect over several read-only connections, each on its own thread: a query that takes seconds blocks no
 * other. A new thread starts only when all are busy, so usually there is one.
 */
export function readOnlyThreadsDialect(file: string, max: number): Dialect {
  const open = () => new ThreadedConnection(file, { readOnly: true })
  return sqliteDialectWithDriver(
    () => new ReadersDriver(open, max),
    () => new ReadersAdapter(),
  )
}

/** Otherwise Kysely runs the queries one after the other. */
class ReadersAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class ReadersDriver implements Driver {
  readonly #open: () => ThreadedConnection
  readonly #max: number
  readonly #threads: ThreadedConnection[] = []
  readonly #idle: SqliteKyselyConnection[] = []
  readonly #waiting: ((connection: SqliteKyselyConnection) => void)[] = []

  constructor(open: () => ThreadedConnection, max: number) {
    this.#open = open
    this.#max = max
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteKyselyConnection> {
    const idle = this.#idle.pop()
    if (idle) return idle
    if (this.#threads.length >= this.#max) return new Promise((resolve) => this.#waiting.push(resolve))
    const thread = this.#open()
    this.#threads.push(thread)
    return new SqliteKyselyConnection(thread)
  }

  async releaseConnection(connection: SqliteKyselyConnection): Promise<void> {
    const next = this.#waiting.shift()
    if (next) next(connection)
    else this.#idle.push(connection)
  }

  async beginTransaction(): Promise<void> {
    throw new Error('these connections only read')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }
}
