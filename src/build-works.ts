import { type AnalyseHouse, analyseWorks } from './analyse/work.ts'
import { purgeLibrary, type TrashHouse } from './catalog/trash/purge.ts'
import { analyseFile } from './formats/isolate/analyse-file.ts'
import { importWorks } from './scan/import/work.ts'
import { reshelveWorks } from './scan/reshelve.ts'
import { shelfRulesFor } from './scan/shelf-rules.ts'
import { type ScanWorkHouse, scanWorks } from './scan/work.ts'
import type { TaskWork } from './tasks/define.ts'

export interface WorksHouse extends Omit<AnalyseHouse, 'rulesFor'>, Pick<TrashHouse, 'thumbnails'> {
  settleMs: () => number
}

/** Everything that looks into folders and files. The worker loads it with the first task that needs it. */
export function buildWorks(house: WorksHouse): TaskWork[] {
  const { db, tasks, news, thumbnails } = house
  const settling = { ...house, rulesFor: shelfRulesFor }
  const scanning: ScanWorkHouse = {
    db,
    tasks,
    news,
    get settleMs() {
      return house.settleMs()
    },
    look: async (path) => (await analyseFile(house.threads, path, { limits: house.limits })).publication,
    purge: (library) => purgeLibrary({ db, news, thumbnails }, library, { cautious: true }).then(() => {}),
  }
  return [...scanWorks(scanning), ...importWorks({ db, tasks }), ...reshelveWorks(settling), ...analyseWorks(settling)]
}
