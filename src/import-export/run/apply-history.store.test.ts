import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { endTransactionsOnce } from '../../../test/ended-transactions.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { RowKeys, readRowKeys } from '../../store/import/row-keys.ts'
import { addImportSource } from '../../store/import/sources.ts'
import type { Db } from '../../store/open.ts'
import { ImportReporter } from '../import-report.ts'
import type { CompletionRecord, ProgressRecord, SessionRecord } from '../user-records.ts'
import { applyCompletions, applySessions } from './apply-history.ts'
import { applyProgress } from './apply-progress.ts'
import type { ImportRunState } from './import-run-state.ts'
import { findRowsOfEarlierRuns } from './rows-of-earlier-runs.ts'

onBothDatabases((open) => {
  const stateOf = (db: Db, userId: number, book: object) =>
    ({
      deps: { db },
      people: new Map([['ann', { id: userId, isNew: false }]]),
      matcher: { found: new Map([['one', book]]), reasons: new Map() },
      undated: new Map(),
      dryRunWrites: new Map(),
      report: new ImportReporter(),
      names: { book: new Map(), user: new Map() },
      isDryRun: false,
      readAt: 1_700_000_000_000,
      importedEarlier: new WeakSet(),
      knownRows: new RowKeys(),
      lastRunAt: null,
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

  it('imports a position in a book only after the book was analysed', async () => {
    const { db } = await open()
    const { user, book } = await db.transaction(async (tx) => {
      const series = await makeSeries(tx, await makeLibrary(tx))
      return { user: await makeUser(tx), book: await makeBook(tx, series) }
    })
    const at = 1_600_000_000_000
    const known = { page: 3, pageCount: 9, percentage: null, isCompleted: false, startedAt: at, readAt: at }
    const record: ProgressRecord = { type: 'progress', userId: 'ann', bookId: 'one', completedAt: null, ...known }
    const run = async (waitsForAnalysis: boolean) => {
      const found = { ...book, seriesId: book.series_id, format: 'cbz', pageCount: 0, isAnalysed: false }
      const state = { ...stateOf(db, user.id, found), waitsForAnalysis }
      await applyProgress(state, [record])
      return state.report.counts.progress
    }
    expect(await run(true)).toMatchObject({ rows: 1, imported: 0, left: 1 })
    expect(await run(false)).toMatchObject({ rows: 1, imported: 1, left: 0 })
  })

  it('does not import again a session that was deleted here, only one that is new there', async () => {
    const { db } = await open()
    const { user, book, source } = await db.transaction(async (tx) => {
      const series = await makeSeries(tx, await makeLibrary(tx))
      const source = await addImportSource(tx, { name: 'codex.db', createdBy: null }, 1)
      return { user: await makeUser(tx), book: await makeBook(tx, series), source }
    })
    const record = (startedAt: number): SessionRecord => ({
      type: 'session',
      userId: 'ann',
      bookId: 'one',
      startedAt,
      endedAt: startedAt + 60_000,
      fromPage: 1,
      toPage: 4,
      device: null,
    })
    const run = async (...records: SessionRecord[]) => {
      const state = {
        ...stateOf(db, user.id, { ...book, pageCount: 9 }),
        sourceId: source.id,
        knownRows: await readRowKeys(db, source.id),
        undatedRows: new Map(),
      }
      const remember = findRowsOfEarlierRuns(state, 'session', records)
      await applySessions(state, records)
      await remember()
      const rows = await db.query.selectFrom('reading_session').select('started_at').execute()
      return rows.map((row) => row.started_at)
    }
    const [first, second] = [1_600_000_000_000, 1_600_000_900_000]
    expect(await run(record(first))).toEqual([first])
    await db.transaction((tx) => tx.deleteFrom('reading_session').execute())
    expect(await run(record(first))).toEqual([])
    expect(await run(record(first), record(second))).toEqual([second])
  })
})
