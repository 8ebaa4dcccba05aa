import { defineCache } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import { currentRevision, revisionForViewer } from '../revision.ts'
import { bytesToUuid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'

/** The fields of a library that every book and series shows. */
export interface LibrarySummary {
  uid: string
  name: string
  /** Without trailing slash. */
  path: string
  readingDirection: string
}

/**
 * There are few libraries: reading them all is cheaper than joining them to each row, and they are read again only
 * after a change.
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
