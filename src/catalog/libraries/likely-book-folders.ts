import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, parse } from 'node:path'
import { bookFormatOfPath } from '../../formats/book-formats.ts'
import { libraryReads, likelyMountPointOf } from '../../images/limit-library-reads.ts'

/** Likely folders for books. The caller skips those that don't exist. */
export function likelyBookFolders(mounted: readonly string[], home = homedir()): string[] {
  const usual = process.platform === 'win32' ? [] : ['/books', '/data', '/media', '/mnt', '/srv']
  const all = [...usual, ...mounted, home].filter((path) => parse(path).root !== path)
  return [...new Set(all)].slice(0, MAX_PLACES)
}

/** Mounted shares and drives, from the system's mount table. */
export function mountPointsIn(table: string): string[] {
  return table
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, path = '', type = '']) => SHARES.test(type) || (DRIVES.test(path) && !OF_THE_SYSTEM.test(type)))
    .map(([, path = '']) => path.replace(/\\(\d{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8))))
}

/** Empty if the system has no such table. */
export async function readMountPoints(): Promise<string[]> {
  return mountPointsIn(await readFile('/proc/mounts', 'utf8').catch(() => ''))
}

export interface BookCount {
  count: number
  /** There are more than were counted. */
  isMore: boolean
}

/**
 * A quick count of the books in a folder: limited in books, entries and time, and stopped when the request is aborted.
 * Links are not followed, so it neither loops nor leaves the folder. Undefined if the folder doesn't respond.
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
    // If the root hangs, nothing is known; if a folder below hangs, the count is incomplete.
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

/** Empty for a folder that may not be read. */
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
/** File systems of the system or a tool: memory and packed program images don't contain libraries. */
const OF_THE_SYSTEM =
  /^(tmpfs|ramfs|overlay|squashfs|devtmpfs|devpts|proc|sysfs|cgroup2?|autofs|fuse\.(portal|lxcfs|gvfsd-fuse))$/
/** Folders of systems and tools, which contain no books. */
const OTHERS: ReadonlySet<string> = new Set([
  'node_modules',
  'lost+found',
  '@eaDir',
  '#recycle',
  '$RECYCLE.BIN',
  'System Volume Information',
])
const MAX_PLACES = 16
