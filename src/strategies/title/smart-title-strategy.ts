import type { SmartNamingConfig } from '../../contract/library-strategies.ts'
import { compilePattern } from '../user-pattern.ts'
import type { TitleStrategy } from './book-to-title.ts'
import { titleFromFileName } from './title-from-file-name.ts'

/** The title inside the file unless it is generic, else one from the file name, without scanner tags. */
export function smartTitleStrategy({ additionalGenericPatterns = [] }: SmartNamingConfig): TitleStrategy {
  const patterns = additionalGenericPatterns.map((pattern, at) =>
    compilePattern(pattern, `bookConfig.additionalGenericPatterns.${at}`),
  )
  return (book) => {
    const title = book.metadataTitle?.trim()
    if (!title || isGenericTitle(title) || patterns.some((matches) => matches(title))) return titleFromFileName(book)
    return title
  }
}

/** "Volume 3", "Vol. 03", "#12", "Chapter 5", "第3巻", "7": applies to any book. */
export function isGenericTitle(title: string): boolean {
  return GENERIC.test(title)
}

const GENERIC =
  /^(?:(?:vol|volume|v|chapter|chap|ch|c|issue|part|pt|ep|episode|book|tome|t|band|no|number)[. ]{0,2}#? ?|# ?)?\d{1,6}(?:\.\d{1,4})?[a-z]?$|^第? ?\d{1,5} ?[巻卷話话章回권화]$/iu
