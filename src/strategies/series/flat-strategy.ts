import type { FlatConfig } from '../../contract/library-strategies.ts'
import { facetKey } from '../../store/text/fold-letters.ts'
import { compilePattern } from '../user-pattern.ts'
import type { FileToPlace, SeriesStrategy, StrategyOptions } from './placement.ts'
import { fileNameFactsOf, fileStemOf, foldersOf, namedSeries, placementOf } from './series-of-file.ts'

/** Ignores folders: files of one series belong together wherever they are. */
export function flatStrategy(config: FlatConfig, { kind }: StrategyOptions): SeriesStrategy {
  const patterns = (config.filenamePatterns ?? []).map((pattern, at) =>
    compilePattern(pattern, `seriesConfig.filenamePatterns.${at}`),
  )

  function byPattern(file: FileToPlace): string | undefined {
    for (const pattern of patterns) {
      const match = pattern(fileStemOf(file))
      const series = (match?.groups.series ?? match?.first)?.trim()
      if (series) return series
    }
    return undefined
  }

  return {
    usesMetadata: true,
    titleFromMetadata: false,
    place(file) {
      const facts = fileNameFactsOf(file, foldersOf(file).length, kind)
      const guess = config.requireMetadata ? 'Unknown' : (byPattern(file) ?? facts.series ?? file.metadata?.title)
      const name = file.metadata?.series ?? guess ?? fileStemOf(file)
      return placementOf(namedSeries('', name, facetKey(name), facts.oneShot), facts)
    },
  }
}
