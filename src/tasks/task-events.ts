import type { Events, NewEvent } from '../events/events.ts'

/** Emits a task event to users who may see tasks. `many`: there are thousands of its kind. */
export type EmitTaskEvent = (newEvent: NewEvent, many: boolean) => void

/** For kinds that come by the thousand, emits only the first few events of each second; failures always. */
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
