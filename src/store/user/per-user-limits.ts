import { sql } from 'kysely'
import { problem } from '../../contract/problems.ts'
import type { Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'

/**
 * Throws if a user has too many rows. Call it in the transaction that added the row: bumping the user's revision
 * serialises such transactions, so that two can't both take the last free place.
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

/** The same for preferences, in bytes. */
export async function requirePreferenceRoom(tx: Tx, userId: number, maxBytes: number): Promise<void> {
  await bumpRevisions(tx, `user:${userId}`)
  const { rows } = await sql<{ n: number | null }>`
    select sum(octet_length(name) + octet_length(value)) as n from user_preference where user_id = ${userId}`.execute(
    tx,
  )
  if (Number(rows[0]!.n ?? 0) <= maxBytes) return
  throw problem('payload_too_large', `Your preferences must not exceed ${maxBytes} bytes in total.`)
}

/** The same for bookmarks, annotations and notes, in bytes. Copies on devices and remains of deleted ones count too. */
export async function requireNoteRoom(tx: Tx, userId: number, maxBytes: number): Promise<void> {
  await bumpRevisions(tx, `user:${userId}`)
  const bytesOf = (...columns: string[]) =>
    sql.join(
      columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
      sql` + `,
    )
  const { rows } = await sql<{ n: number | null }>`select
    coalesce((select sum(${bytesOf('locator', 'note', 'search_text')}) from annotation where user_id = ${userId}), 0)
    + coalesce((select sum(${bytesOf('locator', 'note')}) from bookmark where user_id = ${userId}), 0)
    + coalesce((select sum(${bytesOf('notes')}) from user_rating where user_id = ${userId}), 0)
    + coalesce((select sum(${bytesOf('k.content')}) from kobo_annotation k join kobo_device d on d.id = k.device_id
      where d.user_id = ${userId}), 0) as n`.execute(tx)
  if (Number(rows[0]!.n ?? 0) <= maxBytes) return
  throw problem(
    'payload_too_large',
    `Your bookmarks, highlights and notes must not exceed ${maxBytes} bytes in total. Delete some first.`,
  )
}

/** How many own lists users may have, and how many members these. */
export interface ListLimits {
  lists: number
  rule_lists: number
  list_members: number
}

/** The same for a user's own lists, which are in two tables. Shared lists don't count. */
export async function requireListRoom(tx: Tx, ownerId: number | null, limits: ListLimits): Promise<void> {
  if (ownerId === null) return
  await bumpRevisions(tx, `user:${ownerId}`)
  const { rows } = await sql<{ n: number; rules: number }>`
    select count(*) as n, count(rule) as rules from (
      select rule from collection where owner_id = ${ownerId}
      union all select rule from read_list where owner_id = ${ownerId}) as own`.execute(tx)
  const { n, rules } = rows[0]!
  if (Number(n) > limits.lists) throw tooMany(limits.lists)
  if (Number(rules) <= limits.rule_lists) return
  throw problem('conflict', `You can have at most ${limits.rule_lists} lists that follow a filter. Delete one first.`)
}

export function requireMemberRoom(count: number, before: number, limits: Pick<ListLimits, 'list_members'>): void {
  if (count <= limits.list_members || count <= before) return
  throw problem('conflict', `A list that isn’t shared can have at most ${limits.list_members} members.`)
}

const tooMany = (max: number) => problem('conflict', `You can have at most ${max} of these. Delete one first.`)
