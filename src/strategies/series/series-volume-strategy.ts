import type { FolderSeriesConfig } from '../../contract/library-strategies.ts'
import { placeByFolder } from './place-by-folder.ts'
import type { SeriesStrategy, StrategyOptions } from './placement.ts'

/** The folder that contains the files is the series. */
export function seriesVolumeStrategy(config: FolderSeriesConfig, { kind }: StrategyOptions): SeriesStrategy {
  const { titleFromMetadata = true } = config
  return { usesMetadata: false, titleFromMetadata, place: (file) => placeByFolder(file, 0, kind) }
}
