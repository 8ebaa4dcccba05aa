import type { SeriesMetadataPatch } from '../../contract/metadata.ts'
import { type Fault, invalid } from '../../contract/problems.ts'
import type { SeriesFields } from '../../store/series/series-fields.ts'
import { type Credit, cleanAuthors, cleanLanguage } from './clean-authors-and-language.ts'
import { cleanLine, cleanText } from './clean-text.ts'
import type { CustomMetadata } from './custom-metadata.ts'

/** An edit, checked and cleaned; absent keeps, null clears. */
export interface SeriesEdit extends Partial<SeriesFields> {
  title?: string
  authors?: Credit[]
  custom?: CustomMetadata | null
}

export function cleanSeriesPatch(patch: SeriesMetadataPatch): SeriesEdit {
  const faults: Fault[] = []
  const { title, titleSort, summary, publisher, imprint, language, authors, customMetadata, ...rest } = patch
  // Numbers and words of a closed list need no cleaning.
  const edit: SeriesEdit = { ...rest }
  if (title !== undefined) {
    const clean = cleanLine(title)
    if (clean === null) faults.push({ path: 'title', message: 'must not be blank' })
    else edit.title = clean
  }
  if (titleSort !== undefined) edit.titleSort = cleanLine(titleSort)
  if (summary !== undefined) edit.summary = cleanText(summary)
  if (publisher !== undefined) edit.publisher = cleanLine(publisher)
  if (imprint !== undefined) edit.imprint = cleanLine(imprint)
  if (language !== undefined) edit.language = cleanLanguage(language, 'language', faults)
  if (authors !== undefined) edit.authors = cleanAuthors(authors, faults)
  if (customMetadata !== undefined) edit.custom = customMetadata
  if (faults.length > 0) throw invalid(faults)
  return edit
}
