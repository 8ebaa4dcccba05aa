import type { ImportRowName } from '../../contract/import-details.ts'
import type { ImportRunState } from './import-run-state.ts'

/** As much of a text as fits here; the report says where that is not all of it. */
export function cutText<Text extends string | null | undefined>(
  state: Pick<ImportRunState, 'report'>,
  type: string,
  name: ImportRowName,
  text: Text,
  max: number,
): Text {
  if (text === null || text === undefined || text.length <= max) return text
  state.report.note(type, name, 'text_cut')
  // A letter of two halves is not cut in the middle.
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '') as Text
}
