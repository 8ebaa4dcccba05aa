import { libraries } from '../../contract/libraries.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { queueScanAfterChange } from '../../scan/queue-scans.ts'
import { listExcludedFiles, restoreExcludedFilesVisibleTo } from '../../store/library/excluded-files.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readLibrary } from './read-library.ts'

/** Files that a library leaves out although they are in its folder. */
export function mountExcludedFiles(api: OpenSurface, { db, tasks }: AppContext): void {
  serve(api, libraries.listExcluded, async ({ params, query, viewer, request, href }) => {
    const library = await readLibrary(db, viewer, params.id)
    const { data, total } = await listExcludedFiles(db, viewer, library.id, limitAndOffsetOf(query))
    const files = data.map(({ path, since }) => ({ path, excludedAt: formatTimestamp(since) }))
    return presentListPage({ request, href }, query, { data: files, total })
  })

  serve(api, libraries.restoreExcluded, async ({ params, query, viewer }) => {
    const { id } = await readLibrary(db, viewer, params.id)
    const count = await db.transaction((tx) =>
      restoreExcludedFilesVisibleTo({ tx, kind: db.kind }, viewer, id, query.path),
    )
    if (count === 0) throw problem('not_found', 'There is no such excluded file in this library.')
    await queueScanAfterChange(tasks, id)
  })
}
