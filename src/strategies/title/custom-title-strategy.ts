import type { CustomNamingConfig } from '../../contract/library-strategies.ts'
import { compilePattern, fillPatternTemplate } from '../user-pattern.ts'
import { fileNameWithoutExtension, type TitleStrategy } from './book-to-title.ts'

/** Applies a user's pattern to the file name, and fills a template with its groups. */
export function customTitleStrategy(config: CustomNamingConfig, fallback: TitleStrategy): TitleStrategy {
  const { pattern, titleTemplate = '{title}' } = config
  const match = compilePattern(pattern, 'bookConfig.pattern')
  return (book) => {
    const stem = fileNameWithoutExtension(book)
    const found = match(stem)
    if (!found) return fallback(book)
    return (
      fillPatternTemplate(titleTemplate, { series: book.series, ...found.groups, filename: stem }) || fallback(book)
    )
  }
}
