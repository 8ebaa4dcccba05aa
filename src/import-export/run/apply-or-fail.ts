import type { ImportRunState } from './import-state.ts'

/** All rows at once, or, where one of them is refused, each by itself: a bad row takes no other along. */
export async function applyOrFail<Row>(
  state: ImportRunState,
  type: string,
  rows: readonly Row[],
  apply: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  const takeBack = state.report.snapshot()
  try {
    await apply(rows)
  } catch (error) {
    // A database that is gone fails everything: then the run as a whole fails, and can be run again.
    if (isFatal(error)) throw error
    takeBack()
    if (rows.length === 1) state.report.fail(type, rows[0], error)
    else for (const row of rows) await applyOrFail(state, type, [row], apply)
  }
}

const isFatal = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ECONNRESET', 'ENOSPC'].includes((error as { code?: string }).code ?? '')
