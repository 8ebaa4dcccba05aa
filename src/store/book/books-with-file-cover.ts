import { join } from 'node:path'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db, Queryable, Tx } from '../open.ts'
import type { Tables } from '../tables.ts'
import type { Uid } from '../uid.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { Visibility } from '../visibility/visible-classes.ts'

/** The books that a task covers; all of them if nothing is set. */
export interface BookScope {
  libraryId?: number | null
  seriesId?: number | null
  bookId?: number | null
  seriesUids?: readonly Uid[]
  bookUids?: readonly Uid[]
  /** Only books that the requesting viewer may see. */
  sees?: Visibility
}

export interface BookWithFileCover {
  id: number
  uid: Uid
  seriesId: number
  libraryId: number
  libraryUid: Uid
  class: number
  /** Absolute path; `root` is the library's folder. */
  file: { path: string; root: string; password?: string }
  coverVersion: number
}

/** Live, analysed books that show the cover of their file, with ids above `after`. */
export async function findBooksWithFileCover(
  db: Queryable,
  scope: BookScope,
  page: { after: number; limit: number },
): Promise<BookWithFileCover[]> {
  const rows = await db.query
    .selectFrom('book as b')
    .innerJoin('library as l', 'l.id', 'b.library_id')
    .select(['b.id', 'b.uid', 'b.series_id as seriesId', 'b.library_id as libraryId', 'l.uid as libraryUid', 'b.class'])
    .select(['l.path as root', 'b.path', 'b.file_password', 'b.cover_version as coverVersion'])
    .where((eb) => inScope(eb, db.kind, scope))
    .where('b.id', '>', page.after)
    .orderBy('b.id')
    .limit(page.limit)
    .execute()
  return rows.map(({ root, path, file_password: password, ...row }) => ({
    ...row,
    file: { path: join(root, path), root, password: password ?? undefined },
  }))
}

export async function countBooksWithFileCover(db: Queryable, scope: BookScope): Promise<number> {
  const { count } = await db.query
    .selectFrom('book as b')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => inScope(eb, db.kind, scope))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function inScope(eb: ExpressionBuilder<Tables & { b: Tables['book'] }, 'b'>, kind: Db['kind'], scope: BookScope) {
  const parts: Expression<SqlBool>[] = [
    eb('b.deleted_at', 'is', null),
    eb('b.analyzed', '=', 1),
    eb('b.cover_id', 'is', null),
  ]
  if (scope.libraryId) parts.push(eb('b.library_id', '=', scope.libraryId))
  if (scope.seriesId) parts.push(eb('b.series_id', '=', scope.seriesId))
  if (scope.bookId) parts.push(eb('b.id', '=', scope.bookId))
  if (scope.sees) parts.push(visibilityCondition(kind, scope.sees, 'b.class'))
  if (scope.bookUids) parts.push(eb('b.uid', 'in', scope.bookUids))
  if (scope.seriesUids) {
    const { seriesUids } = scope
    parts.push(
      eb('b.series_id', 'in', eb.selectFrom('series').select('series.id').where('series.uid', 'in', seriesUids)),
    )
  }
  return eb.and(parts)
}

/** Leaves a cover alone that a user has chosen in the meantime. Returns whether the generated one is shown. */
export async function writeGeneratedCover(
  tx: Tx,
  bookId: number,
  cover: { version: number; color: string; width: number; height: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('book')
    .set({
      cover_version: cover.version,
      cover_color: cover.color,
      cover_width: cover.width,
      cover_height: cover.height,
      updated_at: cover.version,
    })
    .where('id', '=', bookId)
    .where('cover_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
