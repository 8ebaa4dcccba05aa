import type { Selectable } from 'kysely'
import type { ListKind } from '../curated-list/list-kind.ts'
import type { Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import type { Tables } from '../tables.ts'
import { newUid } from '../uid.ts'

export type CuratedListCoverRow = Selectable<Tables['list_cover']>

/** The fields of a collection or read list that its covers need. */
export interface CuratedListCoverOwner {
  kind: ListKind
  id: number
  ownerId: number | null
}

export async function listCuratedListCovers(
  db: Pick<Queryable, 'query'>,
  { kind, id }: CuratedListCoverOwner,
): Promise<CuratedListCoverRow[]> {
  return db.query.selectFrom('list_cover').selectAll().where(kind.listKey, '=', id).orderBy('id').execute()
}

/** Adding the same image again returns the existing cover. */
export async function addCuratedListCover(
  tx: Tx,
  list: CuratedListCoverOwner,
  cover: Pick<CuratedListCoverRow, 'media_type' | 'hash' | 'width' | 'height'>,
): Promise<CuratedListCoverRow> {
  const known = (await listCuratedListCovers({ query: tx }, list)).find((row) => row.hash === cover.hash)
  if (known) return known
  const added = await tx
    .insertInto('list_cover')
    .values({ uid: newUid(), [list.kind.listKey]: list.id, ...cover, created_at: Date.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  await noteChange(tx, list)
  return added
}

/** Selects this cover, or none. */
export async function selectCuratedListCover(
  tx: Tx,
  list: CuratedListCoverOwner,
  coverId: number | undefined,
): Promise<void> {
  const covers = tx.updateTable('list_cover').where(list.kind.listKey, '=', list.id)
  await covers.set({ is_selected: 0 }).execute()
  if (coverId !== undefined) await covers.where('id', '=', coverId).set({ is_selected: 1 }).execute()
  await noteChange(tx, list)
}

/** If it was selected, the newest of the others is selected. */
export async function deleteCuratedListCover(
  tx: Tx,
  list: CuratedListCoverOwner,
  cover: CuratedListCoverRow,
): Promise<void> {
  await tx.deleteFrom('list_cover').where('id', '=', cover.id).execute()
  const others = await listCuratedListCovers({ query: tx }, list)
  if (others.length > 0 && others.every((other) => other.is_selected === 0)) {
    await selectCuratedListCover(tx, list, others.at(-1)!.id)
  }
  await noteChange(tx, list)
}

const noteChange = (tx: Tx, { ownerId }: CuratedListCoverOwner): Promise<void> =>
  bumpRevisions(tx, ownerId === null ? 'catalog' : `user:${ownerId}`)
