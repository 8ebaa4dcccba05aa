import type { Events, NewEvent } from '../events/events.ts'

/** Tells the news of a task to those who may see tasks. `many`: there are thousands of its kind. */
export type EmitTaskEvent = (newEvent: NewEvent, many: boolean) => void

/** Of kinds that come by the thousand only the first few of each second are emitted; failures always. */
export function makeTaskEventEmitter(events: Pick<Events, 'emit'>): EmitTaskEvent {
  let second = 0
  let emitted = 0
  return (newEvent, many) => {
    if (many && newEvent.type !== 'task_failed') {
      const now = Math.floor(Date.now() / 1000)
      if (now !== second) {
        second = now
        emitted = 0
      }
      emitted += 1
      if (emitted > SAMPLE_PER_SECOND) return
    }
    events.emit(newEvent, { permission: 'TasksRead' })
  }
}

const SAMPLE_PER_SECOND = 10
