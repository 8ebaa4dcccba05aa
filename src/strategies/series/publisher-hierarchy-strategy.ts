import type { PublisherHierarchyConfig } from '../../contract/library-strategies.ts'
import { placeByFolder } from './place-by-folder.ts'
import type { DetectedSeries, SeriesStrategy, StrategyOptions } from './placement.ts'
import { foldersOf } from './series-of-file.ts'

/** The first folders are the publisher; below them the nearest folder is the series. */
export function publisherHierarchyStrategy(
  config: PublisherHierarchyConfig,
  { kind }: StrategyOptions,
): SeriesStrategy {
  const { skipDepth = 1, storeSkippedAs = 'publisher', titleFromMetadata = true } = config
  return {
    usesMetadata: false,
    titleFromMetadata,
    place(file) {
      // A series at too high a level ("Blood Hunters/001.cbz") has no publisher, but is still a series.
      const folders = foldersOf(file)
      const above = Math.min(skipDepth, Math.max(0, folders.length - 1))
      const placement = placeByFolder(file, above, kind)
      return { ...placement, series: { ...placement.series, ...namesOf(folders.slice(0, above), storeSkippedAs) } }
    },
  }
}

function namesOf(
  skipped: readonly string[],
  meaning: NonNullable<PublisherHierarchyConfig['storeSkippedAs']>,
): Pick<DetectedSeries, 'publisher' | 'imprint' | 'author'> {
  const [first, ...rest] = skipped
  if (!first || meaning === 'none') return {}
  if (meaning !== 'publisher') return { [meaning]: skipped.join(' / ') }
  // "DC Comics/Vertigo": the folder below a publisher is its imprint.
  return rest.length > 0 ? { publisher: first, imprint: rest.join(' / ') } : { publisher: first }
}
