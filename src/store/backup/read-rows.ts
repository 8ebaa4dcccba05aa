import { type Kysely, sql } from 'kysely'
import type { Db } from '../open.ts'
import { type BackedUpTable, backedUpTables, tableKeysInRestoreOrder } from './tables-in-restore-order.ts'

export interface TableRows {
  table: BackedUpTable
  columns: string[]
  rows: unknown[][]
}

/**
 * All rows as a consistent snapshot, in batches: the server can continue writing, and a million books fit into memory.
 */
export async function* readAllRows(db: Db): AsyncGenerator<TableRows> {
  // A transaction on a single connection is a snapshot in both databases; a generator can't run inside Kysely's
  // callback.
  const connection = await reserveConnection(db)
  try {
    const begin = db.kind === 'sqlite' ? sql`begin` : sql`begin isolation level repeatable read read only`
    await begin.execute(connection.db)
    for (const table of backedUpTables) yield* readTable(connection.db, table)
    await sql`commit`.execute(connection.db)
  } finally {
    connection.release()
  }
}

const PORTION = 500

async function* readTable(db: Kysely<never>, table: BackedUpTable): AsyncGenerator<TableRows> {
  const keys = tableKeysInRestoreOrder[table]
  const columns = sql.join(keys.map((key) => sql.ref(key)))
  let last: unknown[] | undefined
  for (;;) {
    const after = last ? sql`where (${columns}) > (${sql.join(last)})` : sql``
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)} ${after}
      order by ${columns} limit ${sql.lit(PORTION)}`.execute(db)
    if (found.rows.length === 0) return
    const names = Object.keys(found.rows[0]!)
    yield { table, columns: names, rows: found.rows.map((row) => names.map((name) => row[name])) }
    const end = found.rows.at(-1)!
    last = keys.map((key) => end[key])
    if (found.rows.length < PORTION) return
  }
}

async function reserveConnection(db: Db): Promise<{ db: Kysely<never>; release: () => void }> {
  let release: () => void = () => {}
  const done = new Promise<void>((resolve) => {
    release = resolve
  })
  const taken = await new Promise<Kysely<never>>((resolve, reject) => {
    db.slowQuery
      .connection()
      .execute(async (connection) => {
        resolve(connection as unknown as Kysely<never>)
        await done
        // Ends the transaction if the reader stopped early; outside of one it has no effect.
        await sql`rollback`.execute(connection).catch(() => {})
      })
      .catch(reject)
  })
  return { db: taken, release }
}
