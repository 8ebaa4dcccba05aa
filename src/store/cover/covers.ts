import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import type { Tables } from '../tables.ts'
import { newUid } from '../uid.ts'
import type { CoverEntity, CoverOwner } from './cover-owner.ts'

export type CoverRow = Selectable<Tables['cover']>
type Owner = Pick<CoverOwner, 'entity' | 'id' | 'libraryId'>

const columnOf = (entity: CoverEntity) => (entity === 'book' ? 'book_id' : 'series_id')

export async function listCovers(db: Pick<Queryable, 'query'>, owner: Owner): Promise<CoverRow[]> {
  return db.query.selectFrom('cover').selectAll().where(columnOf(owner.entity), '=', owner.id).orderBy('id').execute()
}

export async function findCover(
  db: Pick<Queryable, 'query'>,
  owner: Owner,
  uid: Uint8Array,
): Promise<CoverRow | undefined> {
  return db.query
    .selectFrom('cover')
    .selectAll()
    .where('uid', '=', uid)
    .where(columnOf(owner.entity), '=', owner.id)
    .executeTakeFirst()
}

export async function findCoverById(db: Pick<Queryable, 'query'>, id: number): Promise<CoverRow | undefined> {
  return db.query.selectFrom('cover').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Adding the same image again returns the existing cover. */
export async function addCover(
  tx: Tx,
  owner: Owner,
  cover: Pick<CoverRow, 'source' | 'media_type' | 'hash' | 'width' | 'height'>,
): Promise<CoverRow> {
  const known = (await listCovers({ query: tx }, owner)).find((row) => row.hash === cover.hash)
  if (known) return known
  const added = await tx
    .insertInto('cover')
    .values({ uid: newUid(), [columnOf(owner.entity)]: owner.id, ...cover, created_at: Date.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  await bumpRevisions(tx, 'catalog', `library:${owner.libraryId}`)
  return added
}

export interface ShownCover {
  coverId: number | null
  version: number
  color: string | null
  width: number | null
  height: number | null
}

/**
 * Sets the displayed cover. A user's choice locks the cover; going back to the file's own unlocks it.
 *
 * False if the stored version is the same or later: from another image set at the same time, perhaps by another server,
 * or by one whose clock is ahead.
 */
export async function setShownCover(tx: Tx, owner: Owner, shown: ShownCover, isLocked: boolean): Promise<boolean> {
  const set = {
    cover_id: shown.coverId,
    cover_version: shown.version,
    cover_color: shown.color,
    cover_width: shown.width,
    cover_height: shown.height,
  }
  if (owner.entity === 'series') {
    const row = await tx.selectFrom('series').select('locks').where('id', '=', owner.id).executeTakeFirstOrThrow()
    const locks = withLock(row.locks, isLocked)
    const { numUpdatedRows } = await tx
      .updateTable('series')
      .set({ ...set, locks, updated_at: Date.now() })
      .where('id', '=', owner.id)
      .$if(shown.version > 0, (query) => query.where('cover_version', '<', shown.version))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
  } else {
    const { numUpdatedRows } = await tx
      .updateTable('book')
      .set({ ...set, updated_at: Date.now() })
      .where('id', '=', owner.id)
      .$if(shown.version > 0, (query) => query.where('cover_version', '<', shown.version))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const row = await tx.selectFrom('book_meta').select('locks').where('book_id', '=', owner.id).executeTakeFirst()
    const locks = withLock(row?.locks ?? '[]', isLocked)
    await tx
      .insertInto('book_meta')
      .values({ book_id: owner.id, locks })
      .onConflict((conflict) => conflict.column('book_id').doUpdateSet({ locks }))
      .execute()
  }
  await bumpRevisions(tx, 'catalog', `library:${owner.libraryId}`)
  return true
}

export async function deleteCover(tx: Tx, owner: Owner, cover: CoverRow): Promise<void> {
  await tx.deleteFrom('cover').where('id', '=', cover.id).execute()
  await bumpRevisions(tx, 'catalog', `library:${owner.libraryId}`)
}

export async function readCoverVersion({ query }: Pick<Queryable, 'query'>, owner: Owner): Promise<number | undefined> {
  const row = await query.selectFrom(owner.entity).select('cover_version').where('id', '=', owner.id).executeTakeFirst()
  return row?.cover_version
}

/** Whether no cover uses this image; uploaded fonts are stored beside the images. */
export async function isUploadUnused({ query }: Pick<Queryable, 'query'>, hash: string): Promise<boolean> {
  for (const table of ['cover', 'list_cover', 'font'] as const) {
    if (await query.selectFrom(table).select('id').where('hash', '=', hash).limit(1).executeTakeFirst()) return false
  }
  return true
}

function withLock(locks: string, isLocked: boolean): string {
  const names = new Set(JSON.parse(locks) as string[])
  if (isLocked) names.add('cover')
  else names.delete('cover')
  return JSON.stringify([...names])
}
