import type { Selectable } from 'kysely'
import { problem } from '../../contract/problems.ts'
import type { Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import type { Tables } from '../tables.ts'
import { newUid } from '../uid.ts'

export type FontRow = Selectable<Tables['font']>
type NewFont = Omit<FontRow, 'id' | 'uid' | 'user_id' | 'created_at'>

/** A user's own fonts and the server's. */
export function listFonts({ query }: Pick<Queryable, 'query'>, userId: number): Promise<FontRow[]> {
  return query
    .selectFrom('font')
    .selectAll()
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('user_id', 'is', null)]))
    .orderBy('family')
    .orderBy('weight')
    .orderBy('is_italic')
    .orderBy('id')
    .execute()
}

export function findFont(
  { query }: Pick<Queryable, 'query'>,
  userId: number,
  uid: Uint8Array,
): Promise<FontRow | undefined> {
  return query
    .selectFrom('font')
    .selectAll()
    .where('uid', '=', uid)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('user_id', 'is', null)]))
    .executeTakeFirst()
}

/** Returns the existing font if the same file is added again. `userId` null: a font of the server. */
export async function addFont(tx: Tx, userId: number | null, font: NewFont, max: number): Promise<FontRow> {
  // Bumping the revision serialises such transactions: two must not both take the last free place.
  await bumpRevisions(tx, userId === null ? 'settings' : `user:${userId}`)
  const own = await tx
    .selectFrom('font')
    .selectAll()
    .where('user_id', userId === null ? 'is' : '=', userId)
    .execute()
  const same = own.find((row) => row.hash === font.hash)
  if (same) return same
  if (own.length >= max) {
    throw problem('conflict', `There are already ${max} fonts, the most this server allows. Delete one first.`)
  }
  return tx
    .insertInto('font')
    .values({ uid: newUid(), user_id: userId, ...font, created_at: Date.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteFont(tx: Tx, userId: number | null, uid: Uint8Array): Promise<FontRow | undefined> {
  return tx
    .deleteFrom('font')
    .where('uid', '=', uid)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .returningAll()
    .executeTakeFirst()
}

/** `userId` null: those of the server. */
export async function listFontHashes({ query }: Pick<Queryable, 'query'>, userId: number | null): Promise<string[]> {
  const rows = await query
    .selectFrom('font')
    .select('hash')
    .where('user_id', userId === null ? 'is' : '=', userId)
    .execute()
  return rows.map(({ hash }) => hash)
}
