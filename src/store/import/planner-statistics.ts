import { sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Tables } from '../tables.ts'

/**
 * PostgreSQL counts rows in the background, a minute later. Until then it takes a table that an import fills for a small
 * one, and reads the whole history of a user for each batch: the more that is imported, the slower each batch.
 */
export class PlannerStatistics {
  readonly #db: Db
  readonly #rows = new Map<string, number>()
  readonly #countedAt = new Map<string, number>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Has tables counted again that have grown a lot since. SQLite needs no counts. */
  async noteGrowth(tables: readonly (keyof Tables)[], rows: number): Promise<void> {
    if (this.#db.kind !== 'postgres') return
    const grown = tables.filter((table) => {
      const total = (this.#rows.get(table) ?? 0) + rows
      this.#rows.set(table, total)
      return total >= Math.max(FIRST_COUNT, GROWTH * (this.#countedAt.get(table) ?? 0))
    })
    if (grown.length === 0) return
    const names = sql.join(grown.map((table) => sql.table(table)))
    // A table that PostgreSQL is counting right now is skipped.
    await this.#db.transaction((tx) => sql`analyze (skip_locked) ${names}`.execute(tx))
    for (const table of grown) this.#countedAt.set(table, this.#rows.get(table)!)
  }
}

const FIRST_COUNT = 1000
const GROWTH = 3
