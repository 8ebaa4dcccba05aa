import type { Kysely, Transaction } from 'kysely'
import type { Caches } from './cache/caches.ts'
import type { ReadRevisions } from './revision-counters-snapshot.ts'
import type { CommitTogether } from './sqlite/group-commit.ts'
import type { Tables } from './tables.ts'

declare const onlyTransactionMakesIt: unique symbol

/** What a write needs. Only `db.transaction` makes one, so a write outside a transaction does not compile. */
export type Tx = Transaction<Tables> & { readonly [onlyTransactionMakesIt]: true }

/** Anything a query can be asked of: the database, or the transaction one is in. */
export type Queryable = Pick<Db, 'kind' | 'query'>

export interface Db {
  readonly kind: 'sqlite' | 'postgres'
  /** For reading. SQLite: a connection of this thread, so an answer costs microseconds. */
  readonly query: Kysely<Tables>
  /** For questions that may take long (counts, exports): never holds up the thread that serves. */
  readonly slowQuery: Kysely<Tables>
  /** For what every request asks before anything else: waits behind nothing that takes longer. */
  readonly firstQuery: Kysely<Tables>
  /** SQLite whose writes have a thread of their own: one value without waiting, for what every request asks. */
  readonly querySync?: (sql: string) => (...parameters: string[]) => unknown
  /** SQLite: rows without waiting, and without what Kysely does around every question. Not to be asked within a transaction. */
  readonly rowsSync?: (sql: string, parameters: readonly unknown[]) => object[]
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * SQLite whose writes have a thread of their own: a small transaction whose statements are known beforehand. Those who come
   * at the same time share a commit. Undefined if one of the statements shows that somebody was faster.
   */
  readonly commitTogether?: CommitTogether
  /** How many transactions of this process have ended well. */
  readonly commits: number
  /** SQLite: how many were written by the connection that reads, to which `pragma data_version` does not tell its own. */
  readonly commitsHere?: number
  /** What was read before, for whoever asks again. */
  readonly caches: Caches
  /** The counters of `revision`, in one question for all who ask at the same time. */
  readonly readRevisions: ReadRevisions
  /** For a process that is about to end: a database that is silent by now is not waited for. */
  readonly hurry?: (silentMs?: number) => void
  close(): Promise<void>
}
