import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import { keptPerDatabase } from './kept.ts'
import type { Seen } from './stretch.ts'

/**
 * The smallest of the candidates, if it is small enough that finding and sorting it is cheaper than walking an index
 * until enough rows were met: about two in a hundred. PostgreSQL has statistics and chooses better by itself.
 */
export async function chooseDrive(
  db: Db,
  candidates: readonly RawBuilder<unknown>[],
  all: number,
  seen: Pick<Seen, 'signature' | 'revision'>,
): Promise<RawBuilder<unknown> | undefined> {
  if (db.kind === 'postgres') return undefined
  const most = Math.max(500, Math.round(all * 0.02))
  let best: { size: number; candidate: RawBuilder<unknown> } | undefined
  for (const [index, candidate] of candidates.slice(0, MOST_COMPARED).entries()) {
    const size = await sizes(db).get(`${seen.signature}#${index}`, seen.revision, () =>
      sizeUpTo(db, candidate, most + 1),
    )
    if (size <= most && (!best || size < best.size)) best = { size, candidate }
  }
  return best?.candidate
}

const MOST_COMPARED = 6
const sizes = keptPerDatabase<number>(1000)

async function sizeUpTo(db: Db, candidate: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from (${candidate}) q limit ${most}) x`.execute(db.query)
  return rows[0]!.n
}
