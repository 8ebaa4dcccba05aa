import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'

export interface FileInLibrary {
  path: string
  /** The folder of its library. */
  root: string
}

/**
 * Opens a file of a library, and verifies that the opened file is inside it: a file or folder may have been replaced by
 * a link since the scan. Checks the open file, not the path, which could be swapped between check and open. The caller
 * closes it.
 */
export async function openFileInLibrary({ path, root }: FileInLibrary): Promise<FileHandle> {
  // Non-blocking: a pipe in place of a file would block the thread forever.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const [real, inside] = [await realPathOf(handle, path), await realRootOf(root)]
    if (isInside(real, inside)) return handle
    // The library's folder itself may resolve elsewhere since it was cached.
    if (isInside(real, await realRootOf(root, 0))) return handle
    throw outsideLibraryError()
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The same for work that needs a path: it gets one that can't be swapped. */
export async function withFileInLibrary<T>(file: FileInLibrary, work: (path: string) => Promise<T>): Promise<T> {
  const handle = await openFileInLibrary(file)
  try {
    return await work(pathOfOpenFile(handle, file.path))
  } finally {
    await handle.close()
  }
}

/**
 * The same for a thread that may block: it takes microseconds. Returns a path that reads the open file, and a function
 * to close it.
 */
export function openFileInLibrarySync({ path, root }: FileInLibrary): { path: string; close(): void } {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  const close = () => closeSync(fd)
  try {
    const real = hasProc ? readlinkSync(`/proc/self/fd/${fd}`) : realpathSync(path)
    const [opened, found] = hasProc ? [undefined, undefined] : [fstatSync(fd), statSync(real)]
    if (opened?.dev === found?.dev && opened?.ino === found?.ino && isInside(real, realpathSync.native(root))) {
      return { path: hasProc ? `/proc/self/fd/${fd}` : path, close }
    }
    throw outsideLibraryError()
  } catch (error) {
    close()
    throw error
  }
}

/** A path to an open file that can't be swapped, for the reading threads, which open it again. */
export function pathOfOpenFile(handle: FileHandle, path: string): string {
  return hasProc ? `/proc/self/fd/${handle.fd}` : path
}

/** Looks like a missing file: the target of the link must not be disclosed. */
export const outsideLibraryError = () =>
  Object.assign(new Error('The path is outside its library.'), { code: 'ENOENT' })

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/**
 * The real path of the open file from the system, if supported. Elsewhere the path is resolved and compared with the
 * open file.
 */
async function realPathOf(handle: FileHandle, path: string): Promise<string> {
  if (hasProc) return readlinkSync(`/proc/self/fd/${handle.fd}`)
  const real = await realpath(path)
  const [opened, found] = [await handle.stat(), await stat(real)]
  if (opened.dev !== found.dev || opened.ino !== found.ino) throw outsideLibraryError()
  return real
}

const hasProc = (() => {
  try {
    return process.platform === 'linux' && readlinkSync('/proc/self/fd/0') !== ''
  } catch {
    return false
  }
})()

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
