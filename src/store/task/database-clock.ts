import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'

/** What time it is for all who share the database: their own clocks may differ by more than a silence that means death. */
export const databaseClockSql = (kind: Db['kind']): RawBuilder<number> =>
  kind === 'postgres' ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint` : sql<number>`${Date.now()}`
