import type { ImportRowName } from '../../contract/import-details.ts'
import type { ImportRunState } from './import-run-state.ts'

/** Cuts a text to the maximum length, and notes that in the report. */
export function cutText<Text extends string | null | undefined>(
  state: Pick<ImportRunState, 'report'>,
  type: string,
  name: ImportRowName,
  text: Text,
  max: number,
): Text {
  if (text === null || text === undefined || text.length <= max) return text
  state.report.note(type, name, 'text_cut')
  // Don't split a surrogate pair.
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '') as Text
}
