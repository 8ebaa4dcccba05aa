import type { Queryable, Tx } from '../open.ts'
import type { CoverEntity } from './cover-owner.ts'

/** A book or series that may have image files beside it. */
export interface ArtworkOwner {
  entity: CoverEntity
  id: number
  /** Its file or folder in the library. */
  path: string
}

export interface StoredLocalArtwork {
  coverId: number
  path: string
  stamp: string
}

/** Covers read from image files, by book or series. */
export async function readStoredLocalArtwork(
  db: Queryable,
  entity: CoverEntity,
  libraryId: number,
): Promise<Map<number, StoredLocalArtwork[]>> {
  const owner = entity === 'book' ? ('c.book_id' as const) : ('c.series_id' as const)
  const rows = await db.query
    .selectFrom('cover as c')
    .innerJoin(entity === 'book' ? 'book as t' : ('series as t' as 'book as t'), 't.id', owner)
    .select(['c.id', owner, 'c.artwork_path as path', 'c.artwork_stamp as stamp'])
    .select(['t.id as ownerId'])
    .where('t.library_id', '=', libraryId)
    .where('c.artwork_path', 'is not', null)
    .orderBy('c.id')
    .execute()
  const known = new Map<number, StoredLocalArtwork[]>()
  for (const { id, ownerId, path, stamp } of rows) {
    known.getOrInsertComputed(ownerId, () => []).push({ coverId: id, path: path ?? '', stamp: stamp ?? '' })
  }
  return known
}

export async function readArtworkOwners(
  db: Queryable,
  entity: CoverEntity,
  libraryId: number,
  { after, limit }: { after: number; limit: number },
): Promise<ArtworkOwner[]> {
  if (entity === 'book') {
    const rows = await db.query
      .selectFrom('book')
      .select(['id', 'path'])
      .where('library_id', '=', libraryId)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ entity, ...row }))
  }
  const rows = await db.query
    .selectFrom('series')
    .select(['id', 'path'])
    .where('library_id', '=', libraryId)
    .where('is_oneshot', '=', 0)
    .where('class', '<>', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ entity, ...row }))
}

/** Only covers from image files are marked, not uploaded ones, even with the same image. */
export async function recordLocalArtwork(
  tx: Tx,
  coverId: number,
  { path, stamp }: Pick<StoredLocalArtwork, 'path' | 'stamp'>,
): Promise<void> {
  await tx
    .updateTable('cover')
    .set({ artwork_path: path, artwork_stamp: stamp })
    .where('id', '=', coverId)
    .where('source', 'like', 'file:%')
    .execute()
}

/** Whether a user has chosen the cover. */
export async function isCoverLocked(db: Queryable, entity: CoverEntity, id: number): Promise<boolean> {
  const row =
    entity === 'series'
      ? await db.query.selectFrom('series').select('locks').where('id', '=', id).executeTakeFirst()
      : await db.query.selectFrom('book_meta').select('locks').where('book_id', '=', id).executeTakeFirst()
  return (JSON.parse(row?.locks ?? '[]') as string[]).includes('cover')
}
