/** A file that may be a book, as the folder shows it. Nothing of it has been read. */
export interface FoundFile {
  /** Relative to the library, with `/`, exactly as on disk. */
  path: string
  size: number
  /** Milliseconds. */
  mtime: number
  inode: string
}

/** What a walk meets, in the order of the bytes of its path: the same order in which the database keeps books. */
export type WalkEntry =
  | { kind: 'file'; file: FoundFile }
  /** Metadata that lies beside books; a change of it is a change of them. */
  | { kind: 'sidecar'; path: string; mtime: number }
  /** A folder (with `/` at its end) that could not be read: what was known below it stays as it was. */
  | { kind: 'unreadable'; path: string; reason: string }
  /** Something that cannot become a book, and someone should know: a name that is no text, a link that leads outside. */
  | { kind: 'odd'; path: string; reason: string }

/**
 * Order of UTF-8 bytes, which is how both databases sort paths. It differs from the order of JavaScript strings only
 * above U+FFFF, whose halves are smaller numbers than the end of the basic plane.
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

/** Where one of two has none of these, their units are in the order of their bytes. */
const ABOVE_BASIC = /[\ud800-\uffff]/

const afterSurrogates = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)
