import { sql } from 'kysely'
import { problem } from '../../contract/problems.ts'
import type { Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'

/**
 * Refuses what is one too many of a person's own. Call it in the transaction that has added it: moving the person's
 * revision makes such transactions take turns, so that two do not both find the last place.
 */
export async function requireBelowLimit(
  tx: Tx,
  of: { table: 'api_key' | 'bookmark' | 'saved_filter'; userId: number; bookId?: number },
  max: number,
): Promise<void> {
  await bumpRevisions(tx, `user:${of.userId}`)
  const inBook = of.bookId === undefined ? sql`` : sql` and book_id = ${of.bookId}`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(of.table)} where user_id = ${of.userId}${inBook}`.execute(tx)
  if (Number(rows[0]!.n) > max) throw tooMany(max)
}

/** The same for what is counted in bytes. */
export async function requirePreferenceRoom(tx: Tx, userId: number, maxBytes: number): Promise<void> {
  await bumpRevisions(tx, `user:${userId}`)
  const { rows } = await sql<{ n: number | null }>`
    select sum(octet_length(name) + octet_length(value)) as n from user_preference where user_id = ${userId}`.execute(
    tx,
  )
  if (Number(rows[0]!.n ?? 0) <= maxBytes) return
  throw problem('payload_too_large', `Your preferences must not exceed ${maxBytes} bytes in total.`)
}

/** The same for the lists of somebody's own, which are in two tables. A shared one is nobody's own. */
export async function requireListRoom(tx: Tx, ownerId: number | null, max: number): Promise<void> {
  if (ownerId === null) return
  await bumpRevisions(tx, `user:${ownerId}`)
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from collection where owner_id = ${ownerId})
      + (select count(*) from read_list where owner_id = ${ownerId}) as n`.execute(tx)
  if (Number(rows[0]!.n) > max) throw tooMany(max)
}

const tooMany = (max: number) => problem('conflict', `You can have at most ${max} of these. Delete one first.`)
