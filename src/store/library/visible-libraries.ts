import type { Queryable } from '../open.ts'
import type { Uid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { mayOpenLibraryCondition } from './may-open-library-condition.ts'

export interface VisibleLibrary {
  id: number
  uid: Uint8Array
  name: string
  updatedAt: number
}

/** The libraries that a viewer may open, by name. */
export async function listVisibleLibraries(db: Pick<Queryable, 'query'>, viewer: Viewer): Promise<VisibleLibrary[]> {
  return visibleLibraries(db, viewer).orderBy('sort_key').orderBy('id').execute()
}

export async function findVisibleLibrary(
  db: Pick<Queryable, 'query'>,
  viewer: Viewer,
  uid: Uid,
): Promise<VisibleLibrary | undefined> {
  return visibleLibraries(db, viewer).where('uid', '=', uid).executeTakeFirst()
}

const visibleLibraries = (db: Pick<Queryable, 'query'>, viewer: Viewer) =>
  db.query
    .selectFrom('library')
    .select(['id', 'uid', 'name', 'updated_at as updatedAt'])
    .where(mayOpenLibraryCondition(viewer, 'id'))
