import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { newUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export interface DuplicateCandidate {
  bookId: number
  path: string
}

/** Books with equal sample hashes and sizes: probably the same file. Only the whole content can prove it. */
export async function findDuplicateCandidates(db: Db): Promise<DuplicateCandidate[][]> {
  const { rows } = await sql<{ id: number; path: string; root: string; hash: string; file_size: number }>`
    select b.id, b.path, l.path as root, b.hash, b.file_size from book b join library l on l.id = b.library_id
    where b.class > 0 and b.hash <> '' and (b.hash, b.file_size) in (
      select d.hash, d.file_size from book d where d.class > 0 and d.hash <> ''
      group by d.hash, d.file_size having count(*) > 1)
    order by b.hash, b.file_size, b.id`.execute(db.slowQuery)
  const groups = Map.groupBy(rows, (row) => `${row.hash} ${row.file_size}`)
  return [...groups.values()].map((group) =>
    group.map(({ id, root, path }) => ({ bookId: id, path: join(root, path) })),
  )
}

/** Books that are probably the same file as another one that the viewer may see, next to each other. */
export async function listLikelyDuplicateBookIds(db: Db, viewer: Viewer): Promise<number[]> {
  const { rows } = await sql<{ id: number; hash: string; file_size: number }>`
    select b.id, b.hash, b.file_size from (select d.hash, d.file_size from book d where d.hash <> ''
      group by d.hash, d.file_size having count(*) > 1) twice
    join book b on b.hash = twice.hash and b.file_size = twice.file_size
    where ${visibilityCondition(db.kind, viewer.sees, 'b.class')} order by b.hash, b.file_size, b.id`.execute(
    db.slowQuery,
  )
  const groups = Map.groupBy(rows, (row) => `${row.hash} ${row.file_size}`)
  return [...groups.values()].filter((group) => group.length > 1).flatMap((group) => group.map((row) => row.id))
}

/** Replaces the previous results with these; an unchanged group keeps its id. */
export async function replaceDuplicateGroups(tx: Tx, groups: ReadonlyMap<string, readonly number[]>): Promise<void> {
  const now = Date.now()
  const known = new Map(
    (await tx.selectFrom('duplicate_group').select(['id', 'hash']).execute()).map((row) => [row.hash, row.id]),
  )
  for (const [hash, id] of known) {
    if (!groups.has(hash)) await tx.deleteFrom('duplicate_group').where('id', '=', id).execute()
  }
  for (const [hash, bookIds] of groups) {
    const id =
      known.get(hash) ??
      (
        await tx
          .insertInto('duplicate_group')
          .values({ uid: newUid(), hash, created_at: now, updated_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    await tx.deleteFrom('duplicate_book').where('group_id', '=', id).execute()
    await tx
      .insertInto('duplicate_book')
      .values(bookIds.map((book_id) => ({ group_id: id, book_id })))
      .execute()
    await tx.updateTable('duplicate_group').set({ updated_at: now }).where('id', '=', id).execute()
  }
  await bumpRevisions(tx, 'catalog', 'duplicates')
}

/** When the files were last compared; null if never. */
export async function readLastDuplicateSearch(db: Pick<Queryable, 'query'>): Promise<number | null> {
  const row = await db.query.selectFrom('revision').select('n').where('scope', '=', 'duplicates').executeTakeFirst()
  // The counter follows the clock.
  return row?.n ?? null
}

export interface DuplicateGroup {
  id: number
  uid: Uint8Array
  hash: string
  createdAt: number
  updatedAt: number
  bookIds: number[]
}

/** Groups of which the viewer may see at least two books. */
export async function listDuplicateGroups(
  db: Queryable,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: DuplicateGroup[]; total: number; books: number }> {
  const { rows } = await sql<{
    id: number
    uid: Uint8Array
    hash: string
    createdAt: number
    updatedAt: number
    bookId: number
  }>`
    select g.id, g.uid, g.hash, g.created_at as "createdAt", g.updated_at as "updatedAt", b.id as "bookId"
    from duplicate_group g join duplicate_book d on d.group_id = g.id join book b on b.id = d.book_id
    where ${visibilityCondition(db.kind, viewer.sees, 'b.class')} order by g.id, b.id`.execute(db.query)
  const groups = [...Map.groupBy(rows, (row) => row.id).values()].filter((group) => group.length > 1)
  const data = groups.slice(offset, offset + limit).map((group): DuplicateGroup => {
    const { id, uid, hash, createdAt, updatedAt } = group[0]!
    return { id, uid, hash, createdAt, updatedAt, bookIds: group.map((row) => row.bookId) }
  })
  return { data, total: groups.length, books: groups.reduce((sum, group) => sum + group.length, 0) }
}

/** Deletes the group, not the books. */
export async function deleteDuplicateGroup(tx: Tx, uid: Uint8Array): Promise<boolean> {
  const gone = await tx.deleteFrom('duplicate_group').where('uid', '=', uid).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
