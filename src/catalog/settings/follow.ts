import type { Events } from '../../events/events.ts'
import type { LiveSettings } from '../../store/setting/live.ts'

/**
 * Keeps this server's settings those of all servers: another one's change is heard as an event, and looked for besides,
 * because an event can get lost between two servers. The answer stops it.
 */
export function followSettings(
  live: LiveSettings,
  events: Events,
  { every = 2000, onError = () => {} }: { every?: number; onError?: (error: unknown) => void } = {},
): () => void {
  const look = () => void live.refreshIfMoved().catch(onError)
  const deaf = events.on(({ event }) => {
    if (event.type === 'settings_updated') look()
  })
  const timer = setInterval(look, every).unref()
  return () => {
    clearInterval(timer)
    deaf()
  }
}
