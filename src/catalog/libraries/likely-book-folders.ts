import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, parse } from 'node:path'
import { bookFormatOfPath } from '../../formats/book-formats.ts'
import { libraryReads, likelyMountPointOf } from '../../images/limit-library-reads.ts'

/** Where people keep their books, as far as one can guess. Those that are not there are left out by whoever looks. */
export function likelyBookFolders(mounted: readonly string[], home = homedir()): string[] {
  const usual = process.platform === 'win32' ? [] : ['/books', '/data', '/media', '/mnt', '/srv']
  const all = [...usual, ...mounted, home].filter((path) => parse(path).root !== path)
  return [...new Set(all)].slice(0, MAX_PLACES)
}

/** Shares and drives that somebody mounted, as the table of the system names them. */
export function mountPointsIn(table: string): string[] {
  return table
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, path = '', type = '']) => SHARES.test(type) || (DRIVES.test(path) && !OF_THE_SYSTEM.test(type)))
    .map(([, path = '']) => path.replace(/\\(\d{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8))))
}

/** None where the system does not say. */
export async function readMountPoints(): Promise<string[]> {
  return mountPointsIn(await readFile('/proc/mounts', 'utf8').catch(() => ''))
}

export interface BookCount {
  count: number
  /** There are more than were counted. */
  isMore: boolean
}

/**
 * How many books lie there at first sight: within a bound of books, entries and time, and not once nobody asks any more.
 * Links are not followed, so it neither goes in a circle nor leaves the place. Undefined where the folder does not answer.
 */
export async function countBooksInFolder(
  root: string,
  { signal, ...given }: Bounds = {},
): Promise<BookCount | undefined> {
  const bounds = { books: 5000, entries: 50_000, ms: 2000, depth: 8, ...given }
  const until = Date.now() + bounds.ms
  const folders = [{ path: root, depth: 0 }]
  let count = 0
  let entries = 0
  let isMore = false
  for (let next = 0; next < folders.length; next++) {
    const { path, depth } = folders[next]!
    const timeoutMs = until - Date.now()
    if (signal?.aborted || timeoutMs <= 0 || entries >= bounds.entries) return { count, isMore: true }
    const found = await entriesOf(path, timeoutMs)
    // One that hangs at its root says nothing; one that hangs below was seen in part.
    if (!found) return next === 0 ? undefined : { count, isMore: true }
    entries += found.length
    for (const entry of found) {
      if (entry.name.startsWith('.') || OTHERS.has(entry.name)) continue
      if (entry.isDirectory()) {
        if (depth < bounds.depth) folders.push({ path: join(path, entry.name), depth: depth + 1 })
        else isMore = true
      } else if (entry.isFile() && bookFormatOfPath(entry.name)) {
        if (count === bounds.books) return { count, isMore: true }
        count++
      }
    }
  }
  return { count, isMore }
}

interface Bounds {
  books?: number
  entries?: number
  ms?: number
  depth?: number
  signal?: AbortSignal
}

/** Nothing of a folder that may not be read. */
function entriesOf(path: string, timeoutMs: number): Promise<Dirent[] | undefined> {
  const reading = libraryReads.run(
    likelyMountPointOf(path),
    () => readdir(path, { withFileTypes: true }).catch(() => []),
    {
      timeoutMs,
    },
  )
  return reading.catch(() => undefined)
}

const SHARES = /^(nfs\d?|cifs|smb\w*|fuse\.(sshfs|rclone|mergerfs|s3fs)|9p|virtiofs)$/
const DRIVES = /^\/(media|mnt|volumes?\d*)\/./
/** Mounted by the system or a tool, wherever: nobody keeps books in memory or in a packed image of a program. */
const OF_THE_SYSTEM =
  /^(tmpfs|ramfs|overlay|squashfs|devtmpfs|devpts|proc|sysfs|cgroup2?|autofs|fuse\.(portal|lxcfs|gvfsd-fuse))$/
/** Folders of systems and tools, which hold no books of anybody. */
const OTHERS: ReadonlySet<string> = new Set([
  'node_modules',
  'lost+found',
  '@eaDir',
  '#recycle',
  '$RECYCLE.BIN',
  'System Volume Information',
])
const MAX_PLACES = 16
