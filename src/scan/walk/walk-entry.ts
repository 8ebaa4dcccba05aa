/** A file that may be a book, as listed. It hasn't been opened. */
export interface FoundFile {
  /** Relative to the library, with `/`, exactly as on disk. */
  path: string
  size: number
  /** Milliseconds. */
  mtime: number
  inode: string
}

/** An entry of a walk, in the byte order of its path: the same order in which the database sorts books. */
export type WalkEntry =
  | { kind: 'file'; file: FoundFile }
  /** Metadata next to books; a change of it counts as a change of the books. */
  | { kind: 'sidecar'; path: string; mtime: number }
  /** A folder (with trailing `/`) or file that couldn't be read: known books there stay unchanged. */
  | { kind: 'unreadable'; path: string; reason: string }
  /**
   * An entry that can't become a book and should be reported: a name that isn't valid text, a link that points outside.
   */
  | { kind: 'odd'; path: string; reason: string }

/**
 * Order of UTF-8 bytes, which is how both databases sort paths. It differs from the order of JavaScript strings only
 * above U+FFFF, whose surrogates are smaller than the end of the basic plane.
 */
export function comparePaths(a: string, b: string): number {
  if (!ABOVE_BASIC.test(a)) return a < b ? -1 : a > b ? 1 : 0
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const x = a.charCodeAt(index)
    const y = b.charCodeAt(index)
    if (x !== y) return x >= 0xd800 && y >= 0xd800 ? afterSurrogates(x) - afterSurrogates(y) : x - y
  }
  return a.length - b.length
}

/** If one of two strings has none of these, UTF-16 order equals byte order. */
const ABOVE_BASIC = /[\ud800-\uffff]/

const afterSurrogates = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)
