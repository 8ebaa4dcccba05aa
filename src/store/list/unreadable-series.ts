import { sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import { currentRevision } from '../revision.ts'

/** What a filter asks for if it contains the flag `unreadable`: the series of which no book could be read. */
export const UNREADABLE_SERIES = {}

/** The part of a filter that leaves out series without a readable book; books that are not analysed count as readable. */
export const NOT_UNREADABLE = { flag: 'unreadable', is: false } as const

const unreadableCache = defineCache<'all', readonly number[]>('unreadable_series', { maxEntries: 1 })

/** Lists leave these ids out, so there can't be any number of them: of more, the newest. */
const MAX_UNREADABLE_SERIES = 10_000

/** Their ids: none in most libraries, and found through the index of failed books. */
export async function readUnreadableSeriesIds(db: Db): Promise<readonly number[]> {
  return unreadableCache(db).load('all', await currentRevision(db, 'catalog'), async () => {
    const { rows } = await sql<{ id: number }>`select distinct b.series_id as id from book b
      where b.analysis_error is not null and b.class <> 0 and not exists (
        select 1 from book r where r.series_id = b.series_id and r.class <> 0 and r.analysis_error is null)
      order by id desc limit ${sql.lit(MAX_UNREADABLE_SERIES)}`.execute(db.slowQuery)
    return rows.map((row) => row.id)
  })
}
