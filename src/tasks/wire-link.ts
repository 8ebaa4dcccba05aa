import type { Wire } from '../events/wire.ts'
import type { WorkerLink } from './tasks.ts'

/** Reaches every worker over the wire. `here` is what this process does when it is called. */
export function openWireLink(wire: Wire, here: WorkerLink): WorkerLink {
  const channel = wire.channel('lectern_tasks', {
    hear: (text) => {
      if (text === 'wake') here.wake()
      else if (text.startsWith('cancel ')) here.cancel(Number(text.slice(7)))
    },
    gap: () => here.wake(),
  })
  let isSaid = false
  return {
    wake() {
      here.wake()
      // A scan wakes after every batch; others need not hear of each.
      if (isSaid) return
      isSaid = true
      setTimeout(() => {
        isSaid = false
      }, 100).unref()
      channel.say('wake')
    },
    cancel: (taskId) => {
      here.cancel(taskId)
      channel.say(`cancel ${taskId}`)
    },
  }
}
