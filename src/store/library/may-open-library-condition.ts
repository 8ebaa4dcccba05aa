import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../viewer.ts'

/**
 * Whether the viewer may open a library at all. Not decided by classes: an empty library has none, and users with
 * access to it should see it from the start.
 */
export function mayOpenLibraryCondition(viewer: Viewer, column: string): RawBuilder<boolean> {
  if (viewer.sees.everything) return sql<boolean>`1 = 1`
  return sql<boolean>`(
    exists (select 1 from "user" u where u.id = ${viewer.userId} and u.all_libraries = 1)
    or exists (select 1 from user_library ul where ul.user_id = ${viewer.userId} and ul.library_id = ${sql.ref(column)}))`
}
