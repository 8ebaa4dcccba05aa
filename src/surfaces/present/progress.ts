import type { ReadProgress } from '../../contract/progress.ts'
import type { ProgressRow } from '../../store/progress/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { formatTimestamp, formatTimestampOrNull } from './format-time.ts'

export function presentProgress(row: ProgressRow, userUid: string, bookUid: Uint8Array): ReadProgress {
  return {
    id: bytesToUuid(row.uid),
    userId: userUid,
    bookId: bytesToUuid(bookUid),
    currentPage: row.page,
    progressPercentage: row.percentage,
    completed: row.done === 1,
    startedAt: formatTimestamp(row.started_at),
    updatedAt: formatTimestamp(row.read_at),
    completedAt: formatTimestampOrNull(row.completed_at),
  }
}
