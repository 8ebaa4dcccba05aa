import { expect, it } from 'vitest'
import { ImportReporter } from './import-report.ts'
import { skippedRecord } from './records.ts'
import { reportSkippedRecord } from './run/report-skipped-record.ts'

it('says of rows without an equivalent why, once for all that have the same reason', () => {
  const report = new ImportReporter()
  const leave = (record: ReturnType<typeof skippedRecord>) => reportSkippedRecord({ report }, record)
  leave({ ...skippedRecord('cover', 'book', 'cover_drawn'), rows: 40 })
  leave(skippedRecord('cover', 'series', 'cover_unselected'))
  leave({ ...skippedRecord('cover', 'series', 'cover_drawn'), rows: 2 })
  // With values of the row, or made up by whoever wrote the file, each would be a line of its own.
  leave({ ...skippedRecord('key', 'a', 'field_unknown'), params: { fields: 'size' } })
  leave({ ...skippedRecord('key', 'b', 'field_unknown'), params: { fields: 'age' } })
  leave({ ...skippedRecord('key', 'c', 'cover_drawn'), code: 'import_made_up' })
  const about = { kind: 'komga', version: '', isDryRun: true, startedAt: '', isCancelled: false } as const
  expect(report.finish(about).reasons).toEqual([
    expect.objectContaining({ type: 'cover', count: 42, detail: 'This server generates it from the files.' }),
    { type: 'key', reason: 'no_equivalent', count: 3 },
    expect.objectContaining({ type: 'cover', count: 1, detail: 'It was uploaded but not selected.' }),
  ])
})
