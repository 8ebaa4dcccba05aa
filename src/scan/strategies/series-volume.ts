import type { FolderConfig } from '../../contract/strategies.ts'
import { placeByFolder } from '../shelving/place-by-folder.ts'
import type { SeriesStrategy, StrategyOptions } from '../shelving/placement.ts'

/** The folder that holds the files is the series. */
export function seriesVolume(config: FolderConfig, { kind }: StrategyOptions): SeriesStrategy {
  const { titleFromMetadata = true } = config
  return { usesMetadata: false, titleFromMetadata, place: (file) => placeByFolder(file, 0, kind) }
}
