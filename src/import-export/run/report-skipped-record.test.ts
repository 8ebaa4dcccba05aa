import { expect, it } from 'vitest'
import { ImportReporter } from '../import-report.ts'
import { skippedRecord } from '../records.ts'
import { reportSkippedRecord } from './report-skipped-record.ts'

it('counts rows that say nothing as unchanged, and lists only what is lost', () => {
  const report = new ImportReporter()
  reportSkippedRecord({ report }, skippedRecord('progress', 'Aurora 1', 'unread'))
  reportSkippedRecord({ report }, { ...skippedRecord('book metadata', 'tags', 'other_table'), isInFiles: true })
  reportSkippedRecord({ report }, skippedRecord('smart filter', 'Mine', 'filters'))
  expect(report.counts.progress).toMatchObject({ rows: 1, unchanged: 1, left: 0 })
  expect(report.finish({} as never).reasons.map(({ reason }) => reason)).toEqual([
    'unread',
    'in_files',
    'no_equivalent',
  ])
  expect(report.items.map(({ name }) => name)).toEqual(['Mine'])
})
