import type { Events } from '../../events/events.ts'
import type { MessageBus } from '../../events/message-bus.ts'
import { openProcessBarrier } from '../../events/process-barrier.ts'
import type { LiveSettings } from '../../store/setting/live-settings.ts'

export interface SharedSettings extends LiveSettings {
  /**
   * Call it after writing to the database: resolves when the setting is in force in all processes, and emits the event.
   */
  announce(key: string): Promise<void>
  /** After this the database is no longer used. */
  close(): Promise<void>
}

export interface SettingsSyncOptions {
  events: Pick<Events, 'emit'>
  /** Connects to other processes on the same database. */
  bus?: MessageBus
  onError?: (error: unknown) => void
  every?: number
  /** Called with the keys that have changed. */
  onChange?: (keys: string[]) => void
}

/**
 * Keeps the settings of all processes in sync: a change waits until the others have read it. They also poll, because a
 * message can get lost.
 */
export function syncSettingsBetweenProcesses(
  live: LiveSettings,
  { events, bus, onError = () => {}, every = 2000, onChange = () => {} }: SettingsSyncOptions,
): SharedSettings {
  let isClosed = false
  let refreshing: Promise<void> = Promise.resolve()
  const refresh = () => {
    const now = refreshNow()
    refreshing = now.catch(() => {})
    return now
  }
  const refreshNow = async () => {
    if (isClosed) return
    const changed = await live.refreshIfMoved()
    if (changed.length > 0 && !isClosed) onChange(changed)
  }
  const others = bus && openProcessBarrier(bus, 'lectern_settings', { answer: refresh, onError })
  const timer = setInterval(() => refresh().catch(onError), every).unref()
  return {
    ...live,
    async announce(key) {
      await live.refresh()
      await others?.call()
      events.emit({ type: 'settings_updated', key }, { permission: 'SystemAdmin' })
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await others?.close()
      // Reads run one after the other, so the last one ends last.
      await refreshing
    },
  }
}
