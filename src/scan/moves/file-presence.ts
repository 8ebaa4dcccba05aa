import { lstatSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type PathRules, pathPredicatesOf } from '../walk/path-rules.ts'

/**
 * Whether a book that a walk did not meet is there after all: files come and go while the walk is under way. One that the
 * library leaves out is not, nor what is no file any more, nor what a link has taken out of the library.
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
      // Most are simply gone, and this asks the least.
      lstatSync(join(root, path))
      const real = realpathSync.native(join(root, path))
      return real.startsWith(realpathSync.native(root).replace(TRAILING, '') + sep) && statSync(real).isFile()
    } catch (error) {
      // What cannot be judged is left as it was.
      return !isNotFoundError(error)
    }
  }
}

/** What cannot be judged is there, and so is a link that leads nowhere. */
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

/** Only the root of a disk has one. */
const TRAILING = /[\\/]$/
