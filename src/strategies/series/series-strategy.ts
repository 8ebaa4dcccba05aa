import type { SeriesStrategyName } from '../../contract/strategies.ts'
import { seriesStrategies } from '../../contract/strategies.ts'
import { checkedConfig, checkedName } from '../check-config.ts'
import { calibre } from './calibre.ts'
import { custom } from './custom-series.ts'
import { flat } from './flat.ts'
import type { SeriesStrategy, StrategyOptions } from './placement.ts'
import { publisherHierarchy } from './publisher-hierarchy.ts'
import { seriesVolume } from './series-volume.ts'
import { seriesVolumeChapter } from './series-volume-chapter.ts'

/**
 * The way a library arranges its folders. Throws a problem that names what is wrong with the name or configuration,
 * so that it also checks a library before it is saved.
 */
export function seriesStrategyFor(name: string, config: unknown, options: StrategyOptions = {}): SeriesStrategy {
  const known = checkedName(makers, name, 'seriesStrategy')
  return makers[known](checkedConfig(seriesStrategies[known], config, 'seriesConfig'), options)
}

// The configuration has been held against the schema of the same name by the time it gets here.
const makers: Record<SeriesStrategyName, (config: never, options: StrategyOptions) => SeriesStrategy> = {
  series_volume: seriesVolume,
  series_volume_chapter: seriesVolumeChapter,
  flat,
  publisher_hierarchy: publisherHierarchy,
  calibre,
  custom,
}
