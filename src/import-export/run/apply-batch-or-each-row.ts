import { setTimeout as sleep } from 'node:timers/promises'
import { storageUnavailableReasonOf } from '../../store/storage-unavailable.ts'
import type { ImportRunState } from './import-run-state.ts'

/**
 * Applies all rows at once or, if that fails, each one separately, so that a bad row doesn't affect the others. If the
 * database is unavailable, the whole batch is retried, which finds what was already written. If it stays unavailable,
 * the run fails, and can be repeated.
 */
export async function applyBatchOrEachRow<Row>(
  state: Pick<ImportRunState, 'report'>,
  type: string,
  rows: readonly Row[],
  apply: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const takeBack = state.report.snapshot()
    try {
      return await apply(rows)
    } catch (error) {
      takeBack()
      if (storageUnavailableReasonOf(error)) {
        if (tries === MAX_TRIES) throw error
        await sleep(PAUSE_MS * tries)
        continue
      }
      if (rows.length === 1) return state.report.fail(type, rows[0], error)
      for (const row of rows) await applyBatchOrEachRow(state, type, [row], apply)
      return
    }
  }
}

const MAX_TRIES = 4
const PAUSE_MS = 250
