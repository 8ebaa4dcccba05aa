import type { FolderConfig } from '../../contract/strategies.ts'
import type { SeriesStrategy, StrategyOptions } from './placement.ts'
import {
  factsOf,
  foldersOf,
  isOneShotFolder,
  placed,
  seriesOfFolder,
  seriesOfName,
  seriesOfOneShot,
} from './series-of-file.ts'

/** The first folder is the series, however deep its volumes and chapters lie. */
export function seriesVolumeChapter(config: FolderConfig, { kind }: StrategyOptions): SeriesStrategy {
  const { titleFromMetadata = true } = config
  return {
    usesMetadata: false,
    titleFromMetadata,
    place(file) {
      const folders = foldersOf(file)
      const facts = factsOf(file, 0, kind)
      if (isOneShotFolder(folders)) return placed(seriesOfOneShot(file, facts), facts)
      return placed(folders.length > 0 ? seriesOfFolder(folders, 1) : seriesOfName(file, 0, facts), facts)
    },
  }
}
