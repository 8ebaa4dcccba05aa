import type { FolderSeriesConfig } from '../../contract/library-strategies.ts'
import type { SeriesStrategy, StrategyOptions } from './placement.ts'
import {
  fileNameFactsOf,
  foldersOf,
  isInOneShotsFolder,
  placementOf,
  seriesOfFolder,
  seriesOfName,
  seriesOfOneShot,
} from './series-of-file.ts'

/** The first folder is the series, however deeply its volumes and chapters are nested. */
export function seriesVolumeChapterStrategy(config: FolderSeriesConfig, { kind }: StrategyOptions): SeriesStrategy {
  const { titleFromMetadata = true } = config
  return {
    usesMetadata: false,
    titleFromMetadata,
    place(file) {
      const folders = foldersOf(file)
      const facts = fileNameFactsOf(file, 0, kind)
      if (isInOneShotsFolder(folders)) return placementOf(seriesOfOneShot(file, facts), facts)
      return placementOf(folders.length > 0 ? seriesOfFolder(folders, 1) : seriesOfName(file, 0, facts), facts)
    },
  }
}
