import {
  type BookStrategyName,
  bookStrategies,
  type CustomNamingConfig,
  type SmartNamingConfig,
} from '../contract/strategies.ts'
import { checkedConfig, checkedName } from './configured.ts'
import type { BookNaming } from './naming/book-to-name.ts'
import { custom } from './naming/custom.ts'
import { byFileName } from './naming/filename.ts'
import { byMetadata } from './naming/metadata-first.ts'
import { bySeriesName } from './naming/series-name.ts'
import { smart } from './naming/smart.ts'

/** How a library names its books; throws a problem that names what is wrong with the name or configuration. */
export function namingFor(name: string, config: unknown): BookNaming {
  const known = checkedName(makers, name, 'bookStrategy')
  return makers[known](checkedConfig(bookStrategies[known], config, 'bookConfig'))
}

// The configuration has been held against the schema of the same name by the time it gets here.
const makers: Record<BookStrategyName, (config: never) => BookNaming> = {
  filename: () => byFileName,
  metadata_first: () => byMetadata,
  smart: (config: SmartNamingConfig) => smart(config),
  series_name: () => bySeriesName,
  custom: (config: CustomNamingConfig) => custom(config, namingFor(config.fallback ?? 'filename', {})),
}
