/** A poll that a task asks the plugin's host for. */
export interface PollCall {
  /** What the plugin is sent. */
  params: { sourceId: string }
  isForAll: boolean
}

/** The polls that a host's plugins work on: their requests don't say whether a person asked for the poll. */
export class RunningPolls {
  readonly #running = new Map<number, PollsOfPlugin>()

  async during<T>(pluginId: number, poll: PollCall, work: () => Promise<T>): Promise<T> {
    const ofPlugin = this.#running.get(pluginId) ?? new PollsOfPlugin()
    this.#running.set(pluginId, ofPlugin.add(poll))
    try {
      return await work()
    } finally {
      ofPlugin.delete(poll)
      if (ofPlugin.size === 0) this.#running.delete(pluginId)
    }
  }

  isForAll(pluginId: number, sourceId: string): boolean {
    return [...(this.#running.get(pluginId) ?? [])].some((one) => one.isForAll && one.params.sourceId === sourceId)
  }

  /** With several polls, it is unclear which one the progress belongs to. Other processes get ten reports a second. */
  mayReport(pluginId: number, isLast: boolean, now = Date.now()): boolean {
    const { reportedAt = 0, size = 0 } = this.#running.get(pluginId) ?? {}
    if (size !== 1 || (!isLast && now - reportedAt < 100)) return false
    this.#running.get(pluginId)!.reportedAt = now
    return true
  }
}

class PollsOfPlugin extends Set<PollCall> {
  reportedAt = 0
}
