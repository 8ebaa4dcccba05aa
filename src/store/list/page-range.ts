import { type RawBuilder, sql } from 'kysely'

/** Which rows of a list: a page of it. */
export interface PageRange {
  limit: number
  offset: number
}

/** A page of a list, and how many there are in all. */
export interface ListPage<View> {
  data: View[]
  total: number
}

/**
 * `limit … offset …` for a question written by hand. The limit is written out, because SQLite plans by it: with a
 * parameter in its place the statement is prepared anew each time it runs, which takes longer than to run it.
 */
export const limitOffset = ({ limit, offset }: PageRange): RawBuilder<unknown> =>
  sql`limit ${sql.lit(limit)} offset ${offset}`
