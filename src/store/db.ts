import type { Kysely } from 'kysely'
import type { Caches } from './cache/caches.ts'
import type { ReadRevisions } from './revision-counters-snapshot.ts'
import type { CommitTogether } from './sqlite/group-commit.ts'
import type { Tables } from './tables.ts'

declare const onlyTransactionMakesIt: unique symbol

/** Required for writes. Only `db.transaction` creates one, so a write outside a transaction does not compile. */
export type Tx = Kysely<Tables> & { readonly [onlyTransactionMakesIt]: true }

/** Anything that runs queries: the database, or the current transaction. */
export type Queryable = Pick<Db, 'kind' | 'query'>

export interface Db {
  readonly kind: 'sqlite' | 'postgres'
  /** For reads. SQLite: a connection on this thread, so a query costs microseconds. */
  readonly query: Kysely<Tables>
  /** For slow queries (counts, exports): never blocks the thread that serves requests. */
  readonly slowQuery: Kysely<Tables>
  /** For what every request reads first: never queues behind slower queries. */
  readonly firstQuery: Kysely<Tables>
  /** SQLite with a write thread: reads one value synchronously, for what every request needs. */
  readonly querySync?: (sql: string) => (...parameters: string[]) => unknown
  /** SQLite: reads rows synchronously, without Kysely's overhead per query. Not for use within a transaction. */
  readonly rowsSync?: (sql: string, parameters: readonly unknown[]) => object[]
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * SQLite with a write thread: a small transaction whose statements are known beforehand. Concurrent ones share a
   * commit. Undefined if a statement shows that another writer was faster.
   */
  readonly commitTogether?: CommitTogether
  /** Number of transactions that this process has committed. */
  readonly commits: number
  /**
   * SQLite: number of commits made by the reading connection; `pragma data_version` doesn't report a connection's own
   * commits.
   */
  readonly commitsHere?: number
  readonly caches: Caches
  /** Reads the counters of `revision`, in one query for all concurrent callers. */
  readonly readRevisions: ReadRevisions
  /** For a process that is shutting down: drops the connections of a database that doesn't respond. */
  readonly hurry?: (silentMs?: number) => void
  close(): Promise<void>
}
