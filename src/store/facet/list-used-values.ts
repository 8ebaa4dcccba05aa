import { sql } from 'kysely'
import { visibilityInLibraries } from '../list/visibility-in-libraries.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { decodeClassAge } from '../visibility/class-age.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/** The age ratings of the series that a viewer may see; null if one has none. */
export async function listUsedAgeRatings(
  db: Db,
  viewer: Viewer,
  libraryIds: readonly string[] | undefined,
): Promise<(number | null)[]> {
  const sees = await visibilityInLibraries(db, viewer, libraryIds)
  // Every combination of library and age has its own class, so the series needn't be read.
  const { rows } = await sql<{ age_rating: number }>`select distinct c.age_rating from class c
    where c.series > 0 and ${visibilityCondition(db.kind, sees, 'c.id')}`.execute(db.query)
  const ratings = new Set(rows.map(({ age_rating }) => decodeClassAge(age_rating).ageRating))
  return [...ratings].sort((a, b) => (a ?? -1) - (b ?? -1))
}

/** The sharing tags of the series that a viewer may see. */
export async function listUsedSharingTags(
  db: Db,
  viewer: Viewer,
  libraryIds: readonly string[] | undefined,
): Promise<string[]> {
  const sees = await visibilityInLibraries(db, viewer, libraryIds)
  const { rows } = await sql<{ name: string }>`select t.name from sharing_tag t where exists (
      select 1 from series_sharing_tag l cross join series s
      where l.sharing_tag_id = t.id and s.id = l.series_id and ${visibilityCondition(db.kind, sees, 's.class')})
    order by t.name_key`.execute(db.query)
  return rows.map((row) => row.name)
}

/** The tags of the books themselves that a viewer may see. */
export async function listUsedBookTags(
  db: Db,
  viewer: Viewer,
  libraryIds: readonly string[] | undefined,
): Promise<string[]> {
  const sees = await visibilityInLibraries(db, viewer, libraryIds)
  const { rows } = await sql<{ name: string }>`select t.name from tag t where exists (
      select 1 from book_tag l cross join book b
      where l.tag_id = t.id and b.id = l.book_id and b.class > 0 and ${visibilityCondition(db.kind, sees, 'b.class')})
    order by t.name_key`.execute(db.query)
  return rows.map((row) => row.name)
}
