import { listLibrariesForScan } from '../store/library/library-for-scan.ts'
import type { Queryable } from '../store/open.ts'
import { cronFault, type Schedule } from '../tasks/schedule.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { scanLibraryTask } from './tasks.ts'

/** The schedules of libraries with scheduled scans. */
export async function scanSchedules(db: Queryable, tasks: Tasks): Promise<Schedule[]> {
  const libraries = await listLibrariesForScan(db)
  return libraries.flatMap(({ id, scanning }): Schedule[] => {
    const { cronSchedule, cronTimezone, enabled = true, scanMode = 'normal' } = scanning
    const timeZone = cronTimezone ?? undefined
    if (!enabled || !cronSchedule || cronFault(cronSchedule, timeZone)) return []
    const run = () => tasks.add(scanLibraryTask, { libraryId: id, params: { mode: scanMode } })
    return [{ name: `scan_library:${id}`, cron: cronSchedule, timeZone, run }]
  })
}

/** Queues scans of the libraries that are configured for a scan on start. */
export async function queueScansOnStart(db: Queryable, tasks: Tasks): Promise<void> {
  for (const { id, scanning } of await listLibrariesForScan(db)) {
    const { enabled = true, scanOnStart: isWanted = false, scanMode = 'normal' } = scanning
    if (enabled && isWanted) await tasks.add(scanLibraryTask, { libraryId: id, params: { mode: scanMode } })
  }
}
