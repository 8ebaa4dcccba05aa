import { openChannel } from '../store/postgres/listen.ts'
import type { WorkerLink } from './tasks.ts'

/** Reaches every worker over one PostgreSQL. `hear` is what this process does when it is called. */
export function openPostgresLink(
  url: string,
  hear: WorkerLink,
  onError: (error: unknown) => void,
): WorkerLink & { close(): Promise<void> } {
  const channel = openChannel(
    url,
    'lectern_tasks',
    (text) => {
      if (text === 'wake') hear.wake()
      else if (text.startsWith('cancel ')) hear.cancel(Number(text.slice(7)))
    },
    onError,
  )
  let isSaid = false
  return {
    wake() {
      // A scan wakes after every batch; others need not hear of each.
      if (isSaid) return
      isSaid = true
      setTimeout(() => {
        isSaid = false
      }, 100).unref()
      channel.say('wake')
    },
    cancel: (taskId) => channel.say(`cancel ${taskId}`),
    close: () => channel.close(),
  }
}
