import { compileExcludedPatterns } from '../../catalog/libraries/excluded-paths.ts'
import { bookFormatOfPath } from '../../formats/book-formats.ts'

/** Which files of a library's folder to include. Plain data: it is sent to the walk thread. */
export interface PathRules {
  allowedFormats: readonly string[]
  excludedPatterns: readonly string[]
}

export interface PathPredicates {
  isBook: (path: string) => boolean
  isSidecar: (path: string) => boolean
  isExcluded: (path: string) => boolean
}

export function pathPredicatesOf(rules: PathRules): PathPredicates {
  const allowed = new Set(rules.allowedFormats)
  return {
    isBook: (path) => {
      const format = bookFormatOfPath(path)
      return format !== undefined && allowed.has(format)
    },
    isSidecar: (path) => SIDECARS.has(fileNameOf(path).toLowerCase()),
    isExcluded: compileExcludedPatterns(rules.excludedPatterns),
  }
}

const SIDECARS: ReadonlySet<string> = new Set(['series.json', 'metadata.opf'])

function fileNameOf(path: string): string {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  return bare.slice(bare.lastIndexOf('/') + 1)
}
