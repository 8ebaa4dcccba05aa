import { type BookMetadataField, bookMetadataFields } from '../../contract/metadata.ts'
import type { EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'

/** Names of the fields that an edit changed, as in the API; `locks` for a change of locks alone. */
export function changedBookFields(before: EditableBook, after: EditableBook): Set<string> {
  const [was, is] = [bookValues(before), bookValues(after)]
  return differences(was, is)
}

export function changedSeriesFields(before: EditableSeries, after: EditableSeries): Set<string> {
  const { id: _id, folderName: _folder, custom, ...was } = before
  const { id: _sameId, folderName: _sameFolder, custom: customNow, ...is } = after
  return differences({ ...was, customMetadata: custom }, { ...is, customMetadata: customNow })
}

function bookValues(state: EditableBook): Record<string, unknown> {
  const { title, titleSort, number, numberText, summary, authors, facts, custom, locks, genres, tags, columns } = state
  const values: Record<string, unknown> = {
    title,
    titleSort,
    number: [number, numberText],
    summary,
    authors,
    customMetadata: custom,
    locks,
    genres,
    tags,
  }
  for (const field of Object.keys(bookMetadataFields) as BookMetadataField[]) values[field] ??= facts[field]
  // Values from the path alone are shown as well, and may be cleared.
  values.year = [facts.year, columns.year]
  values.volume = [facts.volume, columns.volume]
  values.chapter = [facts.chapter, columns.chapter]
  return values
}

function differences(was: Record<string, unknown>, is: Record<string, unknown>): Set<string> {
  return new Set(Object.keys(is).filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field])))
}
