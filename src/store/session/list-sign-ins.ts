import { sql } from 'kysely'
import { limitOffset } from '../list/page-range.ts'
import type { Queryable } from '../open.ts'
import type { Uid } from '../uid.ts'

/** A sign-in: with a password, for the lifetime of the session, or with a key, at its last use. */
export interface SignIn {
  userUid: Uid
  name: string
  keyUid: Uid | null
  keyName: string | null
  userAgent: string | null
  at: number
}

/** Newest first, of all users, of one user, or with one of their keys. */
export async function listSignIns(
  db: Queryable,
  {
    userId,
    keyUid,
    limit,
    offset,
    oldestFirst = false,
  }: { userId?: number; keyUid?: Uid; limit: number; offset: number; oldestFirst?: boolean },
): Promise<{ data: SignIn[]; total: number }> {
  const whose = userId === undefined ? sql`1 = 1` : sql`u.id = ${userId}`
  const [bySession, byKey] = keyUid ? [sql`1 = 0`, sql`k.uid = ${keyUid}`] : [sql`1 = 1`, sql`1 = 1`]
  const direction = sql.raw(oldestFirst ? 'asc' : 'desc')
  // Also ordered by id, as two may have the same time: a page must not show one of them twice.
  const both = sql`select s.id, u.uid as "userUid", coalesce(u.email, u.username) as name, null as "keyUid", null as "keyName",
      s.user_agent as "userAgent", s.created_at as at from session s join "user" u on u.id = s.user_id where ${whose} and ${bySession}
    union all select -k.id, u.uid, coalesce(u.email, u.username), k.uid, k.name, null, k.last_used_at
      from api_key k join "user" u on u.id = k.user_id where k.last_used_at is not null and ${whose} and ${byKey}`
  const { rows } = await sql<SignIn & { id: number }>`select * from (${both}) both_kinds
    order by at ${direction}, id ${direction} ${limitOffset({ limit, offset })}`.execute(db.query)
  const count = await sql<{ n: number }>`select count(*) as n from (${both}) both_kinds`.execute(db.query)
  return { data: rows, total: count.rows[0]?.n ?? 0 }
}
