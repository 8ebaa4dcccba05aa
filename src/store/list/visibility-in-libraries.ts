import type { Db } from '../open.ts'
import { revisionForViewer } from '../revision.ts'
import { parseUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import type { Visibility } from '../visibility/visible-classes.ts'
import { readVisibilityClassCounts, restrictVisibilityToLibraries } from './visibility-class-counts.ts'

/** What a viewer may see of one or several libraries, by their public ids; of all, if none is given. */
export async function visibilityInLibraries(
  db: Db,
  viewer: Viewer,
  named: string | readonly string[] | undefined,
): Promise<Visibility> {
  if (named === undefined) return viewer.sees
  const uids = [named]
    .flat()
    .map(parseUid)
    .filter((uid) => uid !== undefined)
  const found =
    uids.length > 0 ? await db.query.selectFrom('library').select('id').where('uid', 'in', uids).execute() : []
  const counts = await readVisibilityClassCounts(db, await revisionForViewer(db, viewer, 'catalog', 'access'))
  return restrictVisibilityToLibraries(
    counts,
    viewer.sees,
    found.map((library) => library.id),
  )
}
