/** What systems and tools leave in archives beside the pages: never a page, never metadata. */
export function isLitter(name: string): boolean {
  const segments = name.split('/')
  return segments.some((segment) => LITTER.has(segment.toLowerCase()) || isHidden(segment))
}

/** Dot files, which include macOS's `._001.jpg`; `.` and `..` are only parts of odd paths. */
function isHidden(segment: string): boolean {
  return segment.charCodeAt(0) === 0x2e && segment !== '.' && segment !== '..'
}

const LITTER = new Set([
  '__macosx',
  'thumbs.db',
  'desktop.ini',
  // Synology's thumbnails, Windows' and QNAP's bins.
  '@eadir',
  '$recycle.bin',
  'system volume information',
  '@recycle',
])
