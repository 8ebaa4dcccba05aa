/** Polls that this process waits for, by plugin: progress that a plugin reports is passed to their task. */
const listeners = new Map<number, Set<ReportProgress>>()

/** Current, total, message. */
export type PollProgress = [number, number, string | null]
type ReportProgress = (...progress: PollProgress) => void

export function onPollProgress(pluginId: number, report: ReportProgress): () => void {
  const mine = listeners.get(pluginId) ?? new Set()
  listeners.set(pluginId, mine.add(report))
  return () => {
    mine.delete(report)
    if (mine.size === 0) listeners.delete(pluginId)
  }
}

export function reportPollProgress(pluginId: number, ...progress: PollProgress): void {
  const [only, ...others] = listeners.get(pluginId) ?? []
  if (others.length === 0) only?.(...progress)
}
