import type { CustomSeriesConfig } from '../../contract/library-strategies.ts'
import { validationProblem } from '../../contract/problems.ts'
import { compilePattern, fillPatternTemplate, type PatternMatch } from '../user-pattern.ts'
import { placeByFolder } from './place-by-folder.ts'
import type { Placement, SeriesStrategy, StrategyOptions } from './placement.ts'

/** Applies a user's regular expression to the path; files that don't match are grouped by folder. */
export function customSeriesStrategy(config: CustomSeriesConfig, { kind }: StrategyOptions): SeriesStrategy {
  const { pattern, seriesNameTemplate = '{series}' } = config
  const match = compilePattern(pattern, 'seriesConfig.pattern')
  checkTemplate(seriesNameTemplate)
  return {
    usesMetadata: false,
    titleFromMetadata: false,
    place(file) {
      const fallback = placeByFolder(file, 0, kind)
      const found = match(file.path)
      const name = found && fillPatternTemplate(seriesNameTemplate, found.groups)
      return found && name ? placeByGroups(file.path, found, name, fallback) : fallback
    },
  }
}

const GROUPS = ['series', 'publisher', 'imprint', 'author', 'volume', 'year', 'book']

function checkTemplate(template: string): void {
  const unknown = [...template.matchAll(/\{(\w*)\}/g)]
    .map((match) => match[1]!)
    .filter((name) => !GROUPS.includes(name))
  if (unknown.length === 0) return
  const message = `does not know {${unknown[0]}}; there are ${GROUPS.map((name) => `{${name}}`).join(', ')}`
  throw validationProblem([{ path: 'seriesConfig.seriesNameTemplate', message }])
}

function placeByGroups(path: string, found: PatternMatch, name: string, fallback: Placement): Placement {
  const { publisher, imprint, author, volume, year, book } = found.groups
  const folder = seriesFolder(path, found)
  return {
    ...fallback,
    volume: volume ?? fallback.volume,
    title: book ?? fallback.title,
    series: {
      // Two folders are two series even if the pattern yields the same name; one folder may contain several series.
      key: `${folder}//${name}`,
      path: folder,
      title: name,
      folderName: folder.slice(folder.lastIndexOf('/') + 1) || name,
      publisher,
      imprint,
      author,
      year: year && /^\d{4}$/.test(year) ? Number(year) : undefined,
      isOneshot: false,
    },
  }
}

/** The folder matched by the series group; the file's folder if the group matches in the file name. */
function seriesFolder(path: string, found: PatternMatch): string {
  const end = found.groups.series === undefined ? path.length : found.endOf('series')
  const slash = path.indexOf('/', end)
  return path.slice(0, slash < 0 ? Math.max(0, path.lastIndexOf('/')) : slash)
}
