import type { ThumbnailStore } from '../../images/thumbnail-store.ts'
import { readCoverVersions } from '../../store/cover/cover-versions.ts'
import type { Queryable } from '../../store/open.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Schedule } from '../../tasks/schedule.ts'
import { defineTask, type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'
import type { Tasks } from '../../tasks/tasks.ts'

/** Deletes thumbnails that nothing shows any more: of deleted books, and of replaced covers. */
export const deleteUnusedThumbnailsTask = defineTask({
  type: 'cleanup_orphans',
  priority: 100,
  key: () => 'cleanup-orphans',
})

export const deleteUnusedThumbnailsWeekly = (tasks: Tasks): Schedule => ({
  name: 'cleanup_orphans',
  cron: '47 3 * * 0',
  run: () => tasks.add(deleteUnusedThumbnailsTask, {}),
})

export function deleteUnusedThumbnailsHandler(deps: { db: Queryable; thumbnails: ThumbnailStore }): TaskHandler {
  return taskHandler(deleteUnusedThumbnailsTask, 'other', async (_task, { signal, progress }) => {
    const counts = { kept: 0, removed: await deps.thumbnails.removeLarge() }
    let some: Thumbnail[] = []
    const sweepBatch = async () => {
      signal.throwIfAborted()
      await sweep(deps, some, counts)
      some = []
      progress(counts.kept + counts.removed, counts.kept + counts.removed, null, counts)
    }
    for await (const thumbnail of deps.thumbnails.all()) {
      some.push(thumbnail)
      if (some.length >= AT_ONCE) await sweepBatch()
    }
    await sweepBatch()
    return counts
  })
}

interface Thumbnail {
  uid: string
  version: number
}

async function sweep(
  { db, thumbnails }: { db: Queryable; thumbnails: ThumbnailStore },
  some: readonly Thumbnail[],
  counts: { kept: number; removed: number },
): Promise<void> {
  if (some.length === 0) return
  const shown = await readCoverVersions(db, [...new Set(some.map(({ uid }) => uid))].map(uuidToBytes))
  for (const { uid, version } of some) {
    const current = shown.get(uid)
    // A version is a time: a recent one may be about to be shown.
    if (current === version || (current !== undefined && version > Date.now() - FRESH_MS)) counts.kept++
    else {
      await thumbnails.remove(uid, version)
      counts.removed++
    }
  }
}

const AT_ONCE = 500
const FRESH_MS = 3_600_000
