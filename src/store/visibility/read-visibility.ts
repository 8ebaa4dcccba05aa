import { defineCache } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import { readRevision } from '../revision.ts'
import {
  isUnrestricted,
  seesEverything,
  type ViewingRights,
  type Visibility,
  type VisibilityClassRow,
  visibleClasses,
} from './visible-classes.ts'

/** The classes that these rights allow. The class table is read again only when the `access` counter changes. */
export async function readVisibility(db: Db, rights: ViewingRights): Promise<Visibility> {
  if (isUnrestricted(rights)) return seesEverything
  const revision = await readRevision(db, 'access')
  const rows = await classesCache(db).load('all', revision, () =>
    db.query.selectFrom('class').select(['id', 'library_id', 'age_rating', 'sharing_tags']).execute(),
  )
  return visibleClasses(rows, rights)
}

const classesCache = defineCache<'all', VisibilityClassRow[]>('visibility_classes', { maxEntries: 1 })
