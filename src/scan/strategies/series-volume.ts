import { placeByFolder } from '../shelving/place-by-folder.ts'
import type { SeriesStrategy, StrategyOptions } from '../shelving/placement.ts'

/** The folder that holds the files is the series. */
export function seriesVolume(_config: unknown, { kind }: StrategyOptions): SeriesStrategy {
  return { usesMetadata: false, place: (file) => placeByFolder(file, 0, kind) }
}
