import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

export interface TaskTables {
  task: TaskTable
  schedule: ScheduleTable
}

interface TaskTable {
  id: Generated<number>
  uid: Uid
  type: string
  dedupe_key: string
  status: string
  priority: number
  library_id: number | null
  series_id: number | null
  book_id: number | null
  params: Generated<string>
  progress_current: number | null
  progress_total: number | null
  progress_message: string | null
  attempts: Generated<number>
  max_attempts: Generated<number>
  error: string | null
  result: string | null
  run_after: Generated<number>
  worker: string | null
  heartbeat_at: number | null
  cancel_requested: Generated<number>
  created_at: number
  started_at: number | null
  completed_at: number | null
}

interface ScheduleTable {
  name: string
  last_run_at: number
}
