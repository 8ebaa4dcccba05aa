import { type FileHandle, statfs } from 'node:fs/promises'
import { libraryReads, openLibraryFileHandle } from './limit-library-reads.ts'
import { pathOfOpenFile } from './open-file-in-library.ts'

/**
 * Keeps files open while they're being read: a reader turns a page every few seconds, and opening a file on a network
 * share costs more than reading the page. Keyed by version, so a replaced file is reopened.
 */
export interface OpenFileCache {
  /** `offset`: where `work` reads, so that `tryNow` can repeat the read. */
  use<T>(file: FileToRead, offset: number, work: (handle: FileHandle) => Promise<T>): Promise<T>
  /**
   * The same synchronously, if the bytes are still in the page cache: passing a read to another thread and waking up
   * for its result takes several times as long as copying a page. Undefined if it might block on a disk.
   */
  tryNow<T>(file: FileToRead, offset: number, work: (fd: number) => T | undefined): T | undefined
  close(): Promise<void>
}

export interface FileToRead {
  path: string
  version: string
  /** The folder of its library. */
  root: string
  /** Sealed (`FilePasswords`); only for encrypted files. */
  password?: string
}

interface OpenFile {
  opened: Promise<FileHandle>
  /** Set once the file is open. */
  handle: FileHandle | undefined
  isOnLocalDisk: boolean
  users: number
  usedAt: number
  /** Recently read offsets, and when. */
  readAt: Map<number, number>
  /** Once dropped, the last user closes it. */
  dropped: boolean
}

export function openFileCache({ max = 600, idleMs = 60_000 } = {}): OpenFileCache {
  const files = new Map<string, OpenFile>()
  let sweep: NodeJS.Timeout | undefined

  function drop(key: string, entry: OpenFile): void {
    if (files.get(key) === entry) files.delete(key)
    entry.dropped = true
    if (entry.users === 0) close(entry)
    if (files.size > 0) return
    clearInterval(sweep)
    sweep = undefined
  }

  // An open handle prevents a share from being unmounted, so idle ones are closed.
  function dropIdle(): void {
    const since = performance.now() - idleMs
    for (const [key, entry] of files) if (entry.users === 0 && entry.usedAt < since) drop(key, entry)
  }

  function open(key: string, file: FileToRead): OpenFile {
    const entry: OpenFile = {
      opened: openLibraryFileHandle(file),
      handle: undefined,
      isOnLocalDisk: false,
      users: 0,
      usedAt: 0,
      readAt: new Map(),
      dropped: false,
    }
    entry.opened.then(
      async (handle) => {
        entry.handle = handle
        entry.isOnLocalDisk = await isOnLocalDisk(handle, file.path)
      },
      () => drop(key, entry),
    )
    sweep ??= setInterval(dropIdle, idleMs / 4).unref()
    return entry
  }

  function take(key: string, file: FileToRead): OpenFile {
    const entry = files.get(key) ?? open(key, file)
    touch(key, entry)
    if (files.size > max) {
      const [oldest, first] = files.entries().next().value!
      drop(oldest, first)
    }
    return entry
  }

  /**
   * Moves the most recently used entry to the end. While there is plenty of room nothing is evicted soon, so order
   * doesn't matter.
   */
  function touch(key: string, entry: OpenFile): void {
    if (files.size * 2 > max) files.delete(key)
    files.set(key, entry)
  }

  return {
    async use(file, offset, work) {
      const entry = take(keyOf(file), file)
      entry.users++
      try {
        const handle = await entry.opened
        const done = await libraryReads.run(file.root, () => work(handle))
        if (entry.readAt.size >= MAX_READS) entry.readAt.clear()
        entry.readAt.set(offset, performance.now())
        return done
      } finally {
        entry.users--
        entry.usedAt = performance.now()
        if (entry.dropped && entry.users === 0) close(entry)
      }
    },
    tryNow(file, offset, work) {
      const key = keyOf(file)
      const entry = files.get(key)
      if (!entry?.handle || !entry.isOnLocalDisk) return undefined
      const now = performance.now()
      const readAt = entry.readAt.get(offset)
      if (readAt === undefined || now - readAt > IN_MEMORY_MS) return undefined
      touch(key, entry)
      const done = work(entry.handle.fd)
      entry.usedAt = performance.now()
      // The bytes weren't in memory after all. Others of this file may not be either.
      if (done === undefined || entry.usedAt - now > SLOW_MS) entry.readAt.clear()
      else entry.readAt.set(offset, now)
      return done
    },
    async close() {
      for (const [key, entry] of [...files]) drop(key, entry)
    },
  }
}

const keyOf = (file: FileToRead): string => `${file.version}\0${file.path}`

function close(entry: OpenFile): void {
  entry.opened.then((handle) => handle.close()).catch(() => {})
}

/** How long the bytes of a read are assumed to stay in memory. */
const IN_MEMORY_MS = 30_000
const SLOW_MS = 10
const MAX_READS = 256

/** A share may hang, even for bytes it returned before. Only these file systems are known not to. */
async function isOnLocalDisk(handle: FileHandle, path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const { type } = await statfs(pathOfOpenFile(handle, path)).catch(() => ({ type: 0 }))
  return LOCAL_FILE_SYSTEMS.has(type)
}

/** Linux magic numbers of ext2 to ext4, XFS, Btrfs, ZFS, F2FS, bcachefs, tmpfs, overlayfs. */
export const LOCAL_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x01021994, 0x794c7630,
])
