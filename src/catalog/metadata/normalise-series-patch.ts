import type { SeriesMetadataPatch } from '../../contract/metadata.ts'
import { type Fault, validationProblem } from '../../contract/problems.ts'
import type { SeriesFields } from '../../store/series/series-fields.ts'
import type { CustomMetadata } from './custom-metadata.ts'
import { type NormalisedAuthor, normaliseAuthors } from './normalise-authors.ts'
import { normaliseLanguage } from './normalise-language.ts'
import { normaliseLine, normaliseText } from './normalise-text.ts'

/** A validated and cleaned edit; absent keeps the value, null clears it. */
export interface SeriesEdit extends Partial<SeriesFields> {
  title?: string
  authors?: NormalisedAuthor[]
  custom?: CustomMetadata | null
}

export function normaliseSeriesPatch(patch: SeriesMetadataPatch): SeriesEdit {
  const faults: Fault[] = []
  const { title, titleSort, summary, publisher, imprint, language, authors, customMetadata, ...rest } = patch
  // Numbers and enum values need no cleaning.
  const edit: SeriesEdit = { ...rest }
  if (title !== undefined) {
    const clean = normaliseLine(title)
    if (clean === null) faults.push({ path: 'title', message: 'must not be blank' })
    else edit.title = clean
  }
  if (titleSort !== undefined) edit.titleSort = normaliseLine(titleSort)
  if (summary !== undefined) edit.summary = normaliseText(summary)
  if (publisher !== undefined) edit.publisher = normaliseLine(publisher)
  if (imprint !== undefined) edit.imprint = normaliseLine(imprint)
  if (language !== undefined) edit.language = normaliseLanguage(language, 'language', faults)
  if (authors !== undefined) edit.authors = normaliseAuthors(authors, faults)
  if (customMetadata !== undefined) edit.custom = customMetadata
  if (faults.length > 0) throw validationProblem(faults)
  return edit
}
