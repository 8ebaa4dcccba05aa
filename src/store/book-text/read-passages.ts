import { sql } from 'kysely'
import { idCondition, type SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { decompressText } from './passages.ts'

export async function readPassageTexts(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; body: Uint8Array }>`select t.id, t.body from book_text t
    where ${passageIdsIn(db.kind, ids)}`.execute(db.slowQuery)
  return new Map(rows.map(({ id, body }) => [Number(id), decompressText(body)]))
}

/** A condition on table `t`. Passages have larger ids than other rows. */
export function passageIdsIn(kind: Db['kind'], ids: readonly number[]): SqlCondition {
  return kind === 'postgres' ? sql<boolean>`t.id = any(${ids}::bigint[])` : idCondition(kind, sql`t.id`, ids)
}
