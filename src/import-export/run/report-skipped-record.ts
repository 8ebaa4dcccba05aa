import { describeImportDetail, type ImportRowName } from '../../contract/import-details.ts'
import { type Reason, reasonOf } from '../../contract/reasons.ts'
import type { RowDetail, SkipReason } from '../import-report.ts'
import type { SkippedRecord } from '../records.ts'
import type { ImportRunState } from './import-run-state.ts'

/** Lists rows that the reader found no equivalent for, or that say nothing. */
export function reportSkippedRecord({ report }: Pick<ImportRunState, 'report'>, record: SkippedRecord): void {
  report.leave(record.what, rowNameOf(record), skipReasonOf(record), detailOf(record), record.rows ?? 1)
}

function skipReasonOf({ isInFiles, code }: SkippedRecord): SkipReason {
  if (isInFiles === true) return 'in_files'
  // Kavita has a row for each book that was ever opened.
  return code === UNREAD ? 'unread' : 'no_equivalent'
}

const UNREAD = describeImportDetail('unread').detailReason.code

function rowNameOf({ name, nameReason }: SkippedRecord): ImportRowName {
  const text = name ?? ''
  return nameReason ? { name: text, nameReason: boundedReason(nameReason) } : text
}

function detailOf({ reason, code, params }: SkippedRecord): RowDetail {
  const detailReason = code ? boundedReason({ code, params: params ?? {} }) : reasonOf(reason)
  return { detail: reason, detailReason }
}

/** Limits the sizes, as an archive is untrusted. */
function boundedReason({ code, params }: { code: unknown; params: unknown }): Reason {
  const texts = Object.entries(params ?? {}).map(([name, value]) => [name, textOf(value).slice(0, 500)] as const)
  return { code: textOf(code).slice(0, 100), params: Object.fromEntries(texts.slice(0, 10)) }
}

const textOf = (value: unknown): string => (typeof value === 'object' ? '' : String(value))
