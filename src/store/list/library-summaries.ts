import { defineCache } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import { currentRevision, revisionForViewer } from '../revision.ts'
import { bytesToUuid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'

/** What every book and series shows of its library. */
export interface LibrarySummary {
  uid: string
  name: string
  /** Without a slash at the end. */
  path: string
  readingDirection: string
}

/**
 * There are few libraries: to read them all is cheaper than to join them to each row, and they are asked for again only
 * when something has changed.
 */
export async function readLibrarySummaries(db: Db, viewer?: Viewer): Promise<ReadonlyMap<number, LibrarySummary>> {
  const revision = await (viewer ? revisionForViewer(db, viewer, 'catalog') : currentRevision(db, 'catalog'))
  return librariesCache(db).load('all', revision, () => readAll(db))
}

const librariesCache = defineCache<'all', ReadonlyMap<number, LibrarySummary>>('libraries', { maxEntries: 1 })

async function readAll(db: Db): Promise<ReadonlyMap<number, LibrarySummary>> {
  const rows = await db.query
    .selectFrom('library')
    .select(['id', 'uid', 'name', 'path', 'default_reading_direction'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        uid: bytesToUuid(row.uid),
        name: row.name,
        path: row.path.replace(/\/+$/, ''),
        readingDirection: row.default_reading_direction,
      },
    ]),
  )
}
