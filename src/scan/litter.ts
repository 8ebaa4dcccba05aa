/** Names that are never a book or a folder of books, whatever stands in the library's settings. */
export function isLitter(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~$') || FOLDERS.has(name.toLowerCase()) || isPartialDownload(name)
}

/** Still on its way: the download program renames it when it is whole. */
export function isPartialDownload(name: string): boolean {
  return PARTIAL.test(name)
}

const FOLDERS = new Set([
  '__macosx',
  'thumbs.db',
  'desktop.ini',
  '@eadir',
  '@recycle',
  '#recycle',
  '#snapshot',
  '$recycle.bin',
  'system volume information',
  'lost+found',
  'found.000',
])

const PARTIAL =
  /\.(?:part|partial|filepart|!qb|!ut|!bt|bc!|crdownload|download|opdownload|aria2|tmp|temp|unfinished|incomplete|downloading|td|xltd)$|^~syncthing~|\.part\d{0,3}\.met$/i
