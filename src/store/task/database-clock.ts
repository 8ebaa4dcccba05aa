import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'

/** The common time of all processes on one database: their own clocks may differ by more than the heartbeat timeout. */
export const databaseClockSql = (kind: Db['kind']): RawBuilder<number> =>
  kind === 'postgres' ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint` : sql<number>`${Date.now()}`
