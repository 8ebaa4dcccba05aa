import {
  type BookStrategyName,
  bookStrategies,
  type CustomNamingConfig,
  type SmartNamingConfig,
} from '../../contract/strategies.ts'
import { checkedConfig, checkedName } from '../check-config.ts'
import { type BookNaming, stemOf } from './book-to-title.ts'
import { customTitleStrategy } from './custom-strategy.ts'
import { smartTitleStrategy } from './smart-strategy.ts'
import { titleFromSeries } from './title-from-series.ts'

/** How a library names its books; throws a problem that names what is wrong with the name or configuration. */
export function titleStrategyFor(name: string, config: unknown): BookNaming {
  const known = checkedName(makers, name, 'bookStrategy')
  return makers[known](checkedConfig(bookStrategies[known], config, 'bookConfig'))
}

/** The file name without its extension. */
const byFileName: BookNaming = stemOf

/** The title inside the file, else the file name. */
const byMetadata: BookNaming = (book) => book.metadataTitle?.trim() || stemOf(book)

// The configuration has been held against the schema of the same name by the time it gets here.
const makers: Record<BookStrategyName, (config: never) => BookNaming> = {
  filename: () => byFileName,
  metadata_first: () => byMetadata,
  smart: (config: SmartNamingConfig) => smartTitleStrategy(config),
  series_name: () => titleFromSeries,
  custom: (config: CustomNamingConfig) =>
    customTitleStrategy(config, titleStrategyFor(config.fallback ?? 'filename', {})),
}
