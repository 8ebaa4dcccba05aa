import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'

export interface FileInLibrary {
  path: string
  /** The folder of its library. */
  root: string
}

/**
 * Opens a file of a library, and verifies that the opened file is inside it: a file or folder may have been replaced by
 * a link since the scan. Checks the file, not the path, which could be swapped between check and open. The caller
 * closes it.
 *
 * Nothing outside the library is opened for reading, not even for a moment: closing any descriptor of a file releases
 * all locks that this process holds on it, and a link may lead to the database.
 */
export async function openFileInLibrary(file: FileInLibrary): Promise<FileHandle> {
  const located = await locateInLibrary(file)
  if (!hasProc) return located
  try {
    return await open(pathOfOpenFile(located, file.path), READ)
  } finally {
    await located.close()
  }
}

/** The same for work that needs a path: it gets one that can't be swapped. */
export async function withFileInLibrary<T>(file: FileInLibrary, work: (path: string) => Promise<T>): Promise<T> {
  const handle = await locateInLibrary(file)
  try {
    return await work(pathOfOpenFile(handle, file.path))
  } finally {
    await handle.close()
  }
}

/**
 * Holds a file that is verified to be inside its library, so that `pathOfOpenFile` leads to it. Where the system allows
 * it, the file itself isn't opened yet: the handle can't be read.
 */
export async function locateInLibrary({ path, root }: FileInLibrary): Promise<FileHandle> {
  if (!hasProc && !(await isInLibrary(await realpath(path), root))) throw outsideLibraryError()
  const handle = await open(path, LOCATE)
  try {
    const found = await handle.stat()
    const real = hasProc ? readlinkSync(`/proc/self/fd/${handle.fd}`) : await realpath(path)
    if (isReadable(found) && (hasProc || isSame(found, await stat(real))) && (await isInLibrary(real, root)))
      return handle
    throw outsideLibraryError()
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The library's folder itself may resolve elsewhere since it was cached. */
const isInLibrary = async (real: string, root: string): Promise<boolean> =>
  isInside(real, await realRootOf(root)) || isInside(real, await realRootOf(root, 0))

/**
 * The same for a thread that may block: it takes microseconds. Returns a path that reads the file, and a function to
 * close it.
 */
export function locateInLibrarySync({ path, root }: FileInLibrary): { path: string; close(): void } {
  const inside = realpathSync.native(root)
  if (!hasProc && !isInside(realpathSync(path), inside)) throw outsideLibraryError()
  const fd = openSync(path, LOCATE)
  const close = () => closeSync(fd)
  try {
    const found = fstatSync(fd)
    const real = hasProc ? readlinkSync(`/proc/self/fd/${fd}`) : realpathSync(path)
    if (isReadable(found) && (hasProc || isSame(found, statSync(real))) && isInside(real, inside))
      return { path: hasProc ? `/proc/self/fd/${fd}` : path, close }
    throw outsideLibraryError()
  } catch (error) {
    close()
    throw error
  }
}

/** Reading a pipe or a device may never end. */
const isReadable = (found: Stats): boolean => found.isFile() || found.isDirectory()
const isSame = (one: Stats, other: Stats): boolean => one.dev === other.dev && one.ino === other.ino

/** A path to an open file that can't be swapped, for the reading threads, which open it again. */
export function pathOfOpenFile(handle: FileHandle, path: string): string {
  return hasProc ? `/proc/self/fd/${handle.fd}` : path
}

/** Looks like a missing file: the target of the link must not be disclosed. */
export const outsideLibraryError = () =>
  Object.assign(new Error('The path is outside its library.'), { code: 'ENOENT' })

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

const hasProc = (() => {
  try {
    return process.platform === 'linux' && readlinkSync('/proc/self/fd/0') !== ''
  } catch {
    return false
  }
})()

// Non-blocking: a pipe in place of a file would block the thread forever.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
/** Linux' O_PATH, which Node doesn't name: finds the file without opening it. */
const LOCATE = hasProc ? 0o10000000 : READ

/** One per process, like the disks. */
const realRootCache = new Map<string, { real: Promise<string>; at: number }>()
const ROOT_MS = 10_000
const MAX_ROOTS = 1000

/** Needed for every page, and changes only when a library is moved. */
function realRootOf(root: string, maxAgeMs = ROOT_MS): Promise<string> {
  const known = realRootCache.get(root)
  if (known && performance.now() - known.at < maxAgeMs) return known.real
  if (realRootCache.size >= MAX_ROOTS) realRootCache.clear()
  const fresh = { real: realpath(root), at: performance.now() }
  realRootCache.set(root, fresh)
  fresh.real.catch(() => realRootCache.delete(root))
  return fresh.real
}
