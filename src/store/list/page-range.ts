import { type RawBuilder, sql } from 'kysely'

/** A page of a list. */
export interface PageRange {
  limit: number
  offset: number
}

/** The rows of a page, and the total. */
export interface ListPage<View> {
  data: View[]
  total: number
}

/**
 * `limit … offset …` for hand-written SQL. The limit is a literal, because SQLite's planner uses it: if it is a
 * parameter, SQLite prepares the statement again on every run, which takes longer than running it.
 */
export const limitOffset = ({ limit, offset }: PageRange): RawBuilder<unknown> =>
  sql`limit ${sql.lit(limit)} offset ${offset}`
