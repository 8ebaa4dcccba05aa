import type { MessageBus } from '../events/message-bus.ts'
import type { WorkerLink } from './tasks.ts'

/** Reaches every worker over the bus. `here` handles the messages in this process. */
export function openRemoteWorkerLink(bus: MessageBus, here: WorkerLink): WorkerLink {
  const channel = bus.channel('lectern_tasks', {
    receive: (text) => {
      if (text === 'wake') here.wake()
      else if (text.startsWith('cancel ')) here.cancel(Number(text.slice(7)))
    },
    gap: () => here.wake(),
  })
  let wasSentJustNow = false
  return {
    wake() {
      here.wake()
      // A scan wakes after every batch; other processes don't need each of these messages.
      if (wasSentJustNow) return
      wasSentJustNow = true
      setTimeout(() => {
        wasSentJustNow = false
      }, 100).unref()
      channel.send('wake')
    },
    cancel: (taskId) => {
      here.cancel(taskId)
      channel.send(`cancel ${taskId}`)
    },
  }
}
