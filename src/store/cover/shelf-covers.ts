import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import type { ShelfKind } from '../shelf/kind.ts'
import type { Tables } from '../tables.ts'
import { newUid } from '../uid.ts'

export type ShelfCoverRow = Selectable<Tables['shelf_cover']>

/** A collection or read list, as far as its covers are concerned. */
export interface CoveredShelf {
  kind: ShelfKind
  id: number
  ownerId: number | null
}

export async function listShelfCovers(
  db: Pick<Queryable, 'query'>,
  { kind, id }: CoveredShelf,
): Promise<ShelfCoverRow[]> {
  return db.query.selectFrom('shelf_cover').selectAll().where(kind.shelfKey, '=', id).orderBy('id').execute()
}

/** The same picture again is the same cover. */
export async function addShelfCover(
  tx: Tx,
  shelf: CoveredShelf,
  cover: Pick<ShelfCoverRow, 'media_type' | 'hash' | 'width' | 'height'>,
): Promise<ShelfCoverRow> {
  const known = (await listShelfCovers({ query: tx }, shelf)).find((row) => row.hash === cover.hash)
  if (known) return known
  const added = await tx
    .insertInto('shelf_cover')
    .values({ uid: newUid(), [shelf.kind.shelfKey]: shelf.id, ...cover, created_at: Date.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  await noteChange(tx, shelf)
  return added
}

/** Shows this cover from now on, or none. */
export async function selectShelfCover(tx: Tx, shelf: CoveredShelf, coverId: number | undefined): Promise<void> {
  const covers = tx.updateTable('shelf_cover').where(shelf.kind.shelfKey, '=', shelf.id)
  await covers.set({ is_selected: 0 }).execute()
  if (coverId !== undefined) await covers.where('id', '=', coverId).set({ is_selected: 1 }).execute()
  await noteChange(tx, shelf)
}

export async function deleteShelfCover(tx: Tx, shelf: CoveredShelf, cover: ShelfCoverRow): Promise<void> {
  await tx.deleteFrom('shelf_cover').where('id', '=', cover.id).execute()
  await noteChange(tx, shelf)
}

const noteChange = (tx: Tx, { ownerId }: CoveredShelf): Promise<void> =>
  bumpRevisions(tx, ownerId === null ? 'catalog' : `user:${ownerId}`)
