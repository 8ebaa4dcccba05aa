import { expect } from 'vitest'
import type { openTestImport } from './import-deps.fixture.ts'
import { isImportComplete } from './import-report.ts'
import type { Tables } from './odd-rows.fixture.ts'

type RunImport = Awaited<ReturnType<typeof openTestImport>>['run']

/** A dry run and a run report every row of these tables; `accounts` says as what. Rows without any value aren't rows. */
export async function expectEveryRowReported(run: RunImport, tables: Tables, accounts: Record<string, string>) {
  const tried = await run({ isDryRun: true })
  const report = await run()
  expect(report.errors).toEqual([])
  expect(isImportComplete(report)).toBe(true)
  expect(tried.counts).toEqual(report.counts)
  const rows: Record<string, number> = {}
  for (const [table, type] of Object.entries(accounts)) {
    const read = (tables[table] ?? []).filter((row) => Object.values(row).some((value) => value !== null))
    if (tables[table]) rows[type] = (rows[type] ?? 0) + read.length
  }
  expect(Object.fromEntries(Object.keys(rows).map((type) => [type, report.counts[type]?.rows ?? 0]))).toEqual(rows)
}

export async function expectNothingNew(run: RunImport) {
  const again = await run()
  for (const [type, { imported, updated }] of Object.entries(again.counts))
    expect([type, imported, updated]).toEqual([type, 0, 0])
}
