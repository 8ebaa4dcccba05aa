import type { DetectedSeriesPreview } from '../contract/library-strategies.ts'
import { LibraryNotResponding } from '../images/limit-library-reads.ts'
import { guessLibraryKind } from '../strategies/guess-library-kind.ts'
import type { FileToPlace } from '../strategies/series/placement.ts'
import { previewSeries } from '../strategies/series/preview-series.ts'
import { seriesStrategyFor } from '../strategies/series/series-strategy.ts'
import type { PathRules } from './walk/path-rules.ts'
import { walkInThread } from './walk/walk-in-thread.ts'

/**
 * Previews the series a strategy would create for a folder. Uses only names, and for very large folders only the first
 * part.
 */
export async function previewScan(
  root: string,
  rules: PathRules,
  strategy: { name: string; config: unknown },
): Promise<DetectedSeriesPreview> {
  const seriesStrategy = seriesStrategyFor(strategy.name, strategy.config, { kind: guessLibraryKind(root) })
  const files: FileToPlace[] = []
  let total = 0
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    for await (const met of walkInThread({ root, from: '', rules }, timeout)) {
      for (const one of met) {
        if (one.kind !== 'file') continue
        total++
        if (files.length < MAX_FILES) files.push({ path: one.file.path })
      }
      if (total > MAX_COUNTED) break
    }
  } catch (error) {
    throw timeout.aborted ? new LibraryNotResponding() : error
  }
  return { ...previewSeries(files, seriesStrategy), totalFiles: total }
}

const MAX_FILES = 20_000
const MAX_COUNTED = 200_000
const TIMEOUT_MS = 60_000
