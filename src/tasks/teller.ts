import type { Events, News } from '../events/events.ts'

/** Tells the news of a task to those who may see tasks. `many`: there are thousands of its kind. */
export type Tell = (news: News, many: boolean) => void

/** Of kinds that come by the thousand only the first few of each second are told; failures always. */
export function makeTeller(events: Pick<Events, 'emit'>): Tell {
  let second = 0
  let told = 0
  return (news, many) => {
    if (many && news.type !== 'task_failed') {
      const now = Math.floor(Date.now() / 1000)
      if (now !== second) {
        second = now
        told = 0
      }
      told += 1
      if (told > SAMPLE_PER_SECOND) return
    }
    events.emit(news, { permission: 'TasksRead' })
  }
}

const SAMPLE_PER_SECOND = 10
