import type { Import } from '../../contract/imports.ts'
import { reasonOf } from '../../contract/reasons.ts'
import { defaultImportOptions, type ImportOptions } from '../../import-export/import-options.ts'
import type { StoredSummary } from '../../import-export/read-import-source.ts'
import type { ImportSource } from '../../store/import/sources.ts'
import type { TaskView } from '../../store/task/read.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'
import { presentTask } from '../present/task.ts'

export const isUnderWay = ({ status }: TaskView): boolean => status === 'pending' || status === 'running'

export const importOptionsOf = ({ options }: ImportSource): ImportOptions => ({
  ...defaultImportOptions,
  ...(options as Partial<ImportOptions>),
})

const shownOf = ({
  awaitsScanOf: _libraries,
  awaitsAnalysis: _waits,
  isUnfinished: _unfinished,
  isCutOff: _cutOff,
  awaitsPerson: _awaits,
  ...summary
}: StoredSummary): Import['summary'] => summary

/** `isLast`: it is the newest import, the one that can be undone. */
export function presentImport(source: ImportSource, task: TaskView | undefined, isLast: boolean): Import {
  const { uid, name, kind, version, status, error, summary, report, lastRunAt, createdAt } = source
  // Until its task has ended, it can't be run yet.
  const isBeingRead = task !== undefined && isUnderWay(task) && task.params.step === 'read'
  const isReady = status === 'ready' && !isBeingRead
  const why = error ?? (isReady ? null : (task?.error ?? null))
  const errorReason = why === null ? undefined : reasonOf(why)
  return {
    id: uid,
    name,
    kind: isReady ? (kind as Import['kind']) : null,
    version: isReady ? version : null,
    // If its task has failed otherwise, it would stay in the state of reading forever.
    status: isBeingRead ? 'reading' : status === 'reading' && task ? 'failed' : status,
    error: why,
    ...(errorReason && { errorReason }),
    summary: isReady ? shownOf(summary as StoredSummary) : null,
    options: importOptionsOf(source) as Import['options'],
    report: report as Import['report'],
    task: task ? presentTask(task) : null,
    lastRunAt: formatTimestampOrNull(lastRunAt),
    isUndoable: isLast && !(task !== undefined && isUnderWay(task)),
    createdAt: formatTimestamp(createdAt),
  }
}
