import type { Db } from '../open.ts'
import { readRevision } from '../revision.ts'
import { parseUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import type { Visibility } from '../visibility/visible-classes.ts'
import { readClassCounts, withinLibraries } from './classes.ts'

/** What a viewer may see of one library, by its public id; of all, when none is named. */
export async function seesWithin(db: Db, viewer: Viewer, libraryUid: string | undefined): Promise<Visibility> {
  if (libraryUid === undefined) return viewer.sees
  const uid = parseUid(libraryUid)
  const library = uid && (await db.query.selectFrom('library').select('id').where('uid', '=', uid).executeTakeFirst())
  const counts = await readClassCounts(db, await readRevision(db, 'catalog', 'access'))
  return withinLibraries(counts, viewer.sees, library ? [library.id] : [])
}
