import picomatch from 'picomatch'
import { type Fault, validationProblem } from '../../contract/problems.ts'
import { isSystemFile } from './system-files.ts'

/** Whether a path in the library is ignored; folders end with a `/`, and ignoring one ignores everything below it. */
export type IsExcludedPath = (path: string) => boolean

/**
 * A library's globs, one per line or entry, case-insensitive: a pattern without `/` matches at any depth, one with a
 * `/` from the library's root on, and one that ends in `/` only folders. Only `*`, `?`, `[…]` and `{a,b}` are special.
 * System files are always ignored.
 */
export function compileExcludedPatterns(patterns: string | readonly string[]): IsExcludedPath {
  const globs = parseExcludedPatterns(patterns).map(compileGlob)
  return (path) => {
    const isFolder = path.endsWith('/')
    const bare = isFolder ? path.slice(0, -1) : path
    return isSystemFile(bare.slice(bare.lastIndexOf('/') + 1)) || globs.some((matches) => matches(bare, isFolder))
  }
}

/** As the API accepts it (lines of text) or as it is stored (a list). No comments: "#recycle" is a folder. */
export function parseExcludedPatterns(patterns: string | readonly string[]): string[] {
  const lines = typeof patterns === 'string' ? patterns.split('\n') : patterns
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

const MAX_WILDCARDS = 3
const MAX_CHOICES = 3
const MAX_PATTERN_LENGTH = 300

/**
 * Globs become regular expressions that try every way to split a name among their stars, and every combination of
 * choices: a few of each are safe.
 */
export function faultOfExcludedPattern(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) return `is longer than ${MAX_PATTERN_LENGTH} characters`
  const segments = pattern.split('/')
  const crowded = segments.some((segment) => (segment.match(/(?<!\\)\*+/g)?.length ?? 0) > MAX_WILDCARDS)
  if (crowded) return `has more than ${MAX_WILDCARDS} stars in one name`
  if (segments.filter((segment) => segment === '**').length > MAX_WILDCARDS) {
    return `has more than ${MAX_WILDCARDS} "**"`
  }
  if ((pattern.match(/(?<!\\)\{/g)?.length ?? 0) > MAX_CHOICES) return `has more than ${MAX_CHOICES} "{"`
  return undefined
}

function compileGlob(pattern: string): (path: string, isFolder: boolean) => boolean {
  if (faultOfExcludedPattern(pattern)) return () => false
  const onlyFolders = pattern.endsWith('/')
  const bare = plainBrackets(pattern.replace(/^\/+|\/+$/g, ''))
  const anywhere = !pattern.replace(/\/+$/, '').includes('/')
  // "Extras/**" includes the folder itself, or its empty shell would stay.
  const glob = (anywhere ? `**/${bare}` : bare).replace(/\/\*\*$/, '')
  const matches = picomatch(glob, { nocase: true, dot: true, noextglob: true, nonegate: true })
  return (path, isFolder) => (isFolder || !onlyFolders) && matches(path)
}

/**
 * picomatch would pass these on to the regular expression: "(2012)" in a name would not match literally, and "(a+)+b"
 * would keep a scan busy for years.
 */
function plainBrackets(glob: string): string {
  return glob.replace(/\\.|[()|+]/gs, (found) => (found.length === 2 ? found : `\\${found}`))
}

/** Reports every invalid pattern before it is saved. */
export function checkExcludedPatterns(patterns: string | readonly string[], key = 'excludedPatterns'): void {
  const faults: Fault[] = []
  for (const [index, pattern] of parseExcludedPatterns(patterns).entries()) {
    const message = faultOfExcludedPattern(pattern)
    if (message) faults.push({ path: `${key}.${index}`, message: `${JSON.stringify(pattern)} ${message}` })
  }
  if (faults.length > 0) throw validationProblem(faults)
}
