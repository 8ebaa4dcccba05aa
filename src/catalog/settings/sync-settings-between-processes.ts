import type { Events } from '../../events/events.ts'
import type { MessageBus } from '../../events/message-bus.ts'
import { openProcessBarrier } from '../../events/process-barrier.ts'
import type { LiveSettings } from '../../store/setting/live-settings.ts'

export interface SharedSettings extends LiveSettings {
  /** It was written to the database: in force everywhere before this ends, and told to whoever listens. */
  announce(key: string): Promise<void>
  /** Nothing is asked of the database after this. */
  close(): Promise<void>
}

export interface SettingsSyncOptions {
  events: Pick<Events, 'emit'>
  /** To other processes over the same database. */
  bus?: MessageBus
  onError?: (error: unknown) => void
  every?: number
  /** These are other than before. */
  onChange?: (keys: string[]) => void
}

/**
 * Keeps this process' settings those of all: whoever changes one waits for the others to have looked again. It is looked
 * for besides, because a message can get lost.
 */
export function syncSettingsBetweenProcesses(
  live: LiveSettings,
  { events, bus, onError = () => {}, every = 2000, onChange = () => {} }: SettingsSyncOptions,
): SharedSettings {
  let isClosed = false
  let looking: Promise<void> = Promise.resolve()
  const look = () => {
    const now = lookNow()
    looking = now.catch(() => {})
    return now
  }
  const lookNow = async () => {
    if (isClosed) return
    const changed = await live.refreshIfMoved()
    if (changed.length > 0 && !isClosed) onChange(changed)
  }
  const others = bus && openProcessBarrier(bus, 'lectern_settings', { answer: look, onError })
  const timer = setInterval(() => look().catch(onError), every).unref()
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
      // Looks are taken one after the other, so the last one ends last.
      await looking
    },
  }
}
