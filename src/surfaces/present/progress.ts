import type { ReadProgress } from '../../contract/progress.ts'
import type { ProgressRow } from '../../store/progress/read.ts'
import { bytesToUuid } from '../../store/uid.ts'

export function presentProgress(row: ProgressRow, userUid: string, bookUid: Uint8Array): ReadProgress {
  return {
    id: bytesToUuid(row.uid),
    userId: userUid,
    bookId: bytesToUuid(bookUid),
    currentPage: row.page,
    progressPercentage: row.percentage,
    completed: row.done === 1,
    startedAt: new Date(row.started_at).toISOString(),
    updatedAt: new Date(row.read_at).toISOString(),
    completedAt: row.completed_at === null ? null : new Date(row.completed_at).toISOString(),
  }
}
