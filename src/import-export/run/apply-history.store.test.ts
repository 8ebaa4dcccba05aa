import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { endTransactionsOnce } from '../../../test/ended-transactions.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import type { Db } from '../../store/open.ts'
import { ImportReporter } from '../import-report.ts'
import type { CompletionRecord } from '../records.ts'
import { applyCompletions } from './apply-history.ts'
import type { ImportRunState } from './import-state.ts'

onBothDatabases((open) => {
  const stateOf = (db: Db, userId: number, book: object) =>
    ({
      deps: { db },
      people: new Map([['ann', { id: userId, isNew: false }]]),
      matcher: { found: new Map([['one', book]]), reasons: new Map() },
      undated: new Map(),
      pretended: new Map(),
      report: new ImportReporter(),
      isDryRun: false,
      readAt: 1_700_000_000_000,
    }) as unknown as ImportRunState

  it('counts nothing twice where the database has a transaction tried again', async () => {
    const { db } = await open()
    const { user, book } = await db.transaction(async (tx) => {
      const series = await makeSeries(tx, await makeLibrary(tx))
      return { user: await makeUser(tx), book: await makeBook(tx, series) }
    })
    const record: CompletionRecord = {
      type: 'completion',
      userId: 'ann',
      bookId: 'one',
      completedAt: null,
      isUndated: true,
    }
    const run = async () => {
      await applyCompletions(stateOf(db, user.id, book), [record, record, record])
      return (await db.query.selectFrom('completion').select('completed_at').execute()).length
    }
    expect(await run()).toBe(3)
    const stop = endTransactionsOnce(db)
    expect(await run().finally(stop)).toBe(3)
  })
})
