/** Names that are never a book or a folder of books, whatever the library's settings. */
export function isSystemFile(name: string): boolean {
  if (name.startsWith('.') || name.startsWith('~$')) return true
  return (name.length <= MAX_FOLDER_NAME_LENGTH && FOLDERS.has(name.toLowerCase())) || isPartialDownload(name)
}

/** Incomplete: the download program renames it when it is done. */
export function isPartialDownload(name: string): boolean {
  if (name.startsWith('~syncthing~')) return true
  // Called for every file of a library: checking the end of the name is enough.
  const dot = name.lastIndexOf('.')
  if (dot < 0) return false
  const ending = name.slice(dot + 1).toLowerCase()
  return PARTIAL.has(ending) || (ending === 'met' && /\.part\d{0,3}\.met$/i.test(name))
}

const FOLDERS: ReadonlySet<string> = new Set([
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

const MAX_FOLDER_NAME_LENGTH = Math.max(...[...FOLDERS].map((name) => name.length))

const PARTIAL: ReadonlySet<string> = new Set(
  'part partial filepart !qb !ut !bt bc! crdownload download opdownload aria2 tmp temp unfinished incomplete downloading td xltd'.split(
    ' ',
  ),
)
