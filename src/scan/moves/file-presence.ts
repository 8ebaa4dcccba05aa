import { lstatSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type PathRules, pathPredicatesOf } from '../walk/path-rules.ts'

/**
 * Whether a book that a walk didn't find exists after all: files come and go during the walk. Excluded paths don't
 * count, nor what is no longer a file, nor links that point outside the library.
 */
export function makeFilePresenceCheck(root: string, rules: PathRules): (path: string) => boolean {
  const { isBook, isExcluded } = pathPredicatesOf(rules)
  const isLeftOut = (path: string) => {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      if (isExcluded(path.slice(0, end + 1))) return true
    }
    return isExcluded(path)
  }
  return (path) => {
    if (!isBook(path) || isLeftOut(path)) return false
    try {
      // Most are simply gone, and this is the cheapest check.
      lstatSync(join(root, path))
      const real = realpathSync.native(join(root, path))
      return real.startsWith(realpathSync.native(root).replace(TRAILING, '') + sep) && statSync(real).isFile()
    } catch (error) {
      // If it can't be determined, the book is left unchanged.
      return !isNotFoundError(error)
    }
  }
}

/** True if it can't be determined, and for a broken link. */
export function isAnythingAt(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch (error) {
    return !isNotFoundError(error)
  }
}

export function isNotFoundError(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}

/** Only the root of a disk ends with a separator. */
const TRAILING = /[\\/]$/
