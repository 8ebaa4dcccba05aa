import {
  type BookStrategyName,
  bookStrategies,
  type CustomNamingConfig,
  type SmartNamingConfig,
} from '../../contract/library-strategies.ts'
import { checkStrategyConfig, checkStrategyName } from '../check-strategy-config.ts'
import { type BookToTitle, fileNameWithoutExtension, type TitleStrategy } from './book-to-title.ts'
import { customTitleStrategy } from './custom-title-strategy.ts'
import { smartTitleStrategy } from './smart-title-strategy.ts'

/** How a library names its books; throws a problem that describes an invalid name or configuration. */
export function titleStrategyFor(name: string, config: unknown): TitleStrategy {
  const known = checkStrategyName(makers, name, 'bookStrategy')
  return makers[known](checkStrategyConfig(bookStrategies[known], config, 'bookConfig'))
}

/** The file name without its extension. */
const byFileName: TitleStrategy = fileNameWithoutExtension

/** The title inside the file, else the file name. */
const byMetadata: TitleStrategy = (book) => book.metadataTitle?.trim() || fileNameWithoutExtension(book)

/** "Naruto v.07", "Naruto v.07 c.065", "Naruto c.700", "Saga #012"; the file name if there is no number. */
const bySeries: TitleStrategy = (book) => {
  const parts = [labelled('v.', book.volume, book), labelled('c.', book.chapter, book)].filter(Boolean)
  const label = parts.length > 0 ? parts.join(' ') : labelled('#', book.number, book)
  return label ? `${book.series} ${label}` : fileNameWithoutExtension(book)
}

function labelled(mark: string, number: string | null | undefined, { bookCount }: BookToTitle): string {
  if (!number) return ''
  const width = bookCount < 100 ? 2 : bookCount < 1000 ? 3 : 4
  return mark + number.replace(/\d+/, (digits) => digits.padStart(width, '0'))
}

// The configuration is already validated against the schema of the same name here.
const makers: Record<BookStrategyName, (config: never) => TitleStrategy> = {
  filename: () => byFileName,
  metadata_first: () => byMetadata,
  smart: (config: SmartNamingConfig) => smartTitleStrategy(config),
  series_name: () => bySeries,
  custom: (config: CustomNamingConfig) =>
    customTitleStrategy(config, titleStrategyFor(config.fallback ?? 'filename', {})),
}
