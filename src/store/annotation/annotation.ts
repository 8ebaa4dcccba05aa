import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import type { Tables } from '../tables.ts'
import { newUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export type AnnotationRow = Selectable<Tables['annotation']>

/** The fields of an annotation that the user sets. */
export type AnnotationContent = Pick<
  AnnotationRow,
  'locator' | 'position' | 'color' | 'style' | 'note' | 'device' | 'search_text'
>

export interface NewAnnotation extends AnnotationContent {
  /** Chosen by an app that works offline. */
  uid?: Uint8Array
  created_at: number
  updated_at: number
}

/** The viewer's own annotation in a book they may see; deleted ones are not found. */
export async function findAnnotation(
  db: Queryable,
  viewer: Viewer,
  uid: Uint8Array,
): Promise<(AnnotationRow & { book_uid: Uint8Array }) | undefined> {
  return db.query
    .selectFrom('annotation as a')
    .innerJoin('book as b', 'b.id', 'a.book_id')
    .selectAll('a')
    .select('b.uid as book_uid')
    .where('a.uid', '=', uid)
    .where('a.user_id', '=', viewer.userId)
    .where('a.deleted_at', 'is', null)
    .where(visibilityCondition(db.kind, viewer.sees, 'b.class'))
    .executeTakeFirst()
}

export async function countAnnotations(tx: Tx, userId: number, bookId: number): Promise<number> {
  const { n } = await tx
    .selectFrom('annotation')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Undefined if this user already has an annotation with the same id: usually the same one, sent again. */
export async function insertAnnotation(
  tx: Tx,
  userId: number,
  bookId: number,
  given: NewAnnotation,
): Promise<AnnotationRow | undefined> {
  const now = Date.now()
  const row = await tx
    .insertInto('annotation')
    .values({ ...given, uid: given.uid ?? newUid(), user_id: userId, book_id: bookId, synced_at: now })
    .onConflict((conflict) => conflict.columns(['uid', 'user_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row) await bumpRevisions(tx, `user:${userId}`)
  return row
}

/** Updates the annotation unless the stored one is newer. Undefined: nothing was changed. */
export async function updateAnnotation(
  tx: Tx,
  userId: number,
  uid: Uint8Array,
  changes: Partial<AnnotationContent> & { updated_at: number },
): Promise<AnnotationRow | undefined> {
  const row = await tx
    .updateTable('annotation')
    .set({ ...changes, synced_at: Date.now() })
    .where('user_id', '=', userId)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .where('updated_at', '<=', changes.updated_at)
    .returningAll()
    .executeTakeFirst()
  if (row) await bumpRevisions(tx, `user:${userId}`)
  return row
}

/**
 * Leaves a tombstone without the user's text: the place and the time of deletion, so that other devices delete it too.
 */
export async function deleteAnnotation(
  tx: Tx,
  userId: number,
  uid: Uint8Array,
  emptyLocator: string,
): Promise<AnnotationRow | undefined> {
  const now = Date.now()
  const row = await tx
    .updateTable('annotation')
    .set({
      deleted_at: now,
      updated_at: sql<number>`case when updated_at > ${sql.lit(now)} then updated_at else ${sql.lit(now)} end`,
      synced_at: now,
      note: null,
      search_text: '',
      locator: emptyLocator,
    })
    .where('user_id', '=', userId)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const tooMany = await tx
    .selectFrom('annotation')
    .select('deleted_at')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .offset(MAX_TOMBSTONES)
    .limit(1)
    .executeTakeFirst()
  await tx
    .deleteFrom('annotation')
    .where('user_id', '=', userId)
    .where('deleted_at', '<', Math.max(now - TOMBSTONE_MS, (tooMany?.deleted_at ?? -1) + 1))
    .execute()
  await bumpRevisions(tx, `user:${userId}`)
  return row
}

/** A device that did not sync for this long gets the whole list anyway. */
const TOMBSTONE_MS = 180 * 24 * 3600 * 1000
/**
 * The same for a device that missed this many: a script that constantly adds and deletes annotations must not fill the
 * disk.
 */
const MAX_TOMBSTONES = 10_000

/** In any book and state: to find out why an id is taken. */
export async function findAnnotationInAnyState(
  tx: Pick<Tx, 'selectFrom'>,
  userId: number,
  uid: Uint8Array,
): Promise<AnnotationRow | undefined> {
  return tx.selectFrom('annotation').selectAll().where('uid', '=', uid).where('user_id', '=', userId).executeTakeFirst()
}
