import type { SeriesStrategyName } from '../../contract/library-strategies.ts'
import { seriesStrategies } from '../../contract/library-strategies.ts'
import { checkStrategyConfig, checkStrategyName } from '../check-strategy-config.ts'
import { calibreStrategy } from './calibre-strategy.ts'
import { customSeriesStrategy } from './custom-series-strategy.ts'
import { flatStrategy } from './flat-strategy.ts'
import type { SeriesStrategy, StrategyOptions } from './placement.ts'
import { publisherHierarchyStrategy } from './publisher-hierarchy-strategy.ts'
import { seriesVolumeChapterStrategy } from './series-volume-chapter-strategy.ts'
import { seriesVolumeStrategy } from './series-volume-strategy.ts'

/**
 * Creates the series strategy of a library. Throws a problem that describes an invalid name or configuration, so that
 * it also validates a library before it is saved.
 */
export function seriesStrategyFor(name: string, config: unknown, options: StrategyOptions = {}): SeriesStrategy {
  const known = checkStrategyName(makers, name, 'seriesStrategy')
  return makers[known](checkStrategyConfig(seriesStrategies[known], config, 'seriesConfig'), options)
}

// The configuration is already validated against the schema of the same name here.
const makers: Record<SeriesStrategyName, (config: never, options: StrategyOptions) => SeriesStrategy> = {
  series_volume: seriesVolumeStrategy,
  series_volume_chapter: seriesVolumeChapterStrategy,
  flat: flatStrategy,
  publisher_hierarchy: publisherHierarchyStrategy,
  calibre: calibreStrategy,
  custom: customSeriesStrategy,
}
