import { setTimeout as sleep } from 'node:timers/promises'
import { storageUnavailableReasonOf } from '../../store/storage-unavailable.ts'
import type { ImportRunState } from './import-run-state.ts'

/**
 * All rows at once, or, where one of them is refused, each by itself: a bad row takes no other along. A database that did not
 * answer has refused none: it is asked again for all, and finds what it had written. If it stays away, the run as a whole
 * fails, and can be run again.
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
