import { type AnalyseDeps, analyseWorks } from './analyse/work.ts'
import { purgeLibrary, type TrashDeps } from './catalog/trash/purge.ts'
import { analyseFile } from './formats/isolate/analyse-file.ts'
import { importWorks } from './scan/import/work.ts'
import { reshelveWorks } from './scan/reshelve.ts'
import { shelfRulesFor } from './scan/shelf-rules.ts'
import { type ScanTaskDeps, scanWorks } from './scan/work.ts'
import type { TaskWork } from './tasks/define.ts'

export interface TaskHandlerDeps extends Omit<AnalyseDeps, 'rulesFor'>, Pick<TrashDeps, 'thumbnails'> {
  settleMs: () => number
}

/** Everything that looks into folders and files. The worker loads it with the first task that needs it. */
export function buildWorks(deps: TaskHandlerDeps): TaskWork[] {
  const { db, tasks, news, thumbnails } = deps
  const settling = { ...deps, rulesFor: shelfRulesFor }
  const scanning: ScanTaskDeps = {
    db,
    tasks,
    news,
    get settleMs() {
      return deps.settleMs()
    },
    look: async (path) => (await analyseFile(deps.threads, path, { limits: deps.limits })).publication,
    purge: (library) => purgeLibrary({ db, news, thumbnails }, library, { cautious: true }).then(() => {}),
  }
  return [...scanWorks(scanning), ...importWorks({ db, tasks }), ...reshelveWorks(settling), ...analyseWorks(settling)]
}
