/** Polls that this process waits for, by plugin: progress that a plugin reports is passed to their task. */
const listeners = new Map<number, Set<ReportProgress>>()

export type ReportProgress = (current: number, total: number, message: string | null) => void

export function onPollProgress(pluginId: number, report: ReportProgress): () => void {
  const mine = listeners.get(pluginId) ?? new Set()
  listeners.set(pluginId, mine.add(report))
  return () => {
    mine.delete(report)
    if (mine.size === 0) listeners.delete(pluginId)
  }
}

/** False when no poll waits, or when several do and it is unclear which one the progress belongs to. */
export function reportPollProgress(pluginId: number, ...progress: Parameters<ReportProgress>): boolean {
  const [only, ...others] = listeners.get(pluginId) ?? []
  if (!only || others.length > 0) return false
  only(...progress)
  return true
}
