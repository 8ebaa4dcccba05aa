import type { CustomNamingConfig } from '../../contract/library-strategies.ts'
import { compilePattern, fillTemplate } from '../user-pattern.ts'
import { type BookNaming, stemOf } from './book-to-title.ts'

/** A person's own pattern over the file name, and a template made of its groups. */
export function customTitleStrategy(config: CustomNamingConfig, fallback: BookNaming): BookNaming {
  const { pattern, titleTemplate = '{title}' } = config
  const match = compilePattern(pattern, 'bookConfig.pattern')
  return (book) => {
    const stem = stemOf(book)
    const found = match(stem)
    if (!found) return fallback(book)
    return fillTemplate(titleTemplate, { series: book.series, ...found.groups, filename: stem }) || fallback(book)
  }
}
