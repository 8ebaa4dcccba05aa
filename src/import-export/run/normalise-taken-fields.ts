import { describeImportDetail } from '../../contract/import-details.ts'
import type { RowDetail, SkipReason } from '../import-report.ts'
import { fitCustomMetadata } from './fit-custom-metadata.ts'
import type { makeFieldFitter } from './fit-field-to-api.ts'
import type { ImportRunState } from './import-run-state.ts'
import type { DecideField } from './take-changed-fields.ts'

interface FieldsOfItem {
  /** As the report counts and names the item. */
  type: string
  name: string
  fields: Readonly<Record<string, unknown>>
  /** The lock of a field; undefined for one that isn't imported. */
  lockOf: (field: string, value: unknown) => string | undefined
  fitting: ReturnType<typeof makeFieldFitter>
  decide: DecideField
  /** Nothing is reported: it was, or will be. */
  isTrial: boolean
}

/** Passes each field that may be written to `normalise`, one by one, so that an invalid one doesn't affect the others. */
export function normaliseTakenFields(
  { report }: Pick<ImportRunState, 'report'>,
  { type, name, fields, lockOf, fitting, decide, isTrial }: FieldsOfItem,
  normalise: (patch: never) => void,
): void {
  for (const [field, value] of Object.entries(fields)) {
    const lock = lockOf(field, value)
    if (lock === undefined) continue
    const note = (reason: SkipReason, detail?: RowDetail) => {
      if (!isTrial) report.note(type, `${name}: ${field}`, reason, detail)
    }
    const decision = decide(lock)
    if (decision === 'locked') note('locked_here')
    if (decision !== 'take') continue
    const onCut = () => note('text_cut')
    try {
      const taken = field === 'customMetadata' ? fitCustomMetadata(value, onCut) : value
      normalise({ [field]: fitting(field, taken, onCut) } as never)
    } catch {
      note('invalid_value', describeImportDetail('value', { value: JSON.stringify(value).slice(0, 400) }))
    }
  }
}
