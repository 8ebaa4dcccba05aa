/** Files that operating systems and tools leave in archives: never a page, never metadata. */
export function isSystemEntry(name: string): boolean {
  // Called for every entry of every archive: the last segment decides for most names.
  const slash = name.lastIndexOf('/')
  if (isLitterSegment(slash < 0 ? name : name.slice(slash + 1))) return true
  return slash >= 0 && name.slice(0, slash).split('/').some(isLitterSegment)
}

function isLitterSegment(segment: string): boolean {
  return isHidden(segment) || LITTER.has(segment.toLowerCase())
}

/** Dot files, which include macOS's `._001.jpg`; `.` and `..` are just parts of unusual paths. */
function isHidden(segment: string): boolean {
  return segment.charCodeAt(0) === 0x2e && segment !== '.' && segment !== '..'
}

const LITTER: ReadonlySet<string> = new Set([
  '__macosx',
  'thumbs.db',
  'desktop.ini',
  // Synology's thumbnails, recycle bins of Windows and QNAP.
  '@eadir',
  '$recycle.bin',
  'system volume information',
  '@recycle',
])
