import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'

export interface FileInLibrary {
  path: string
  /** The folder of its library. */
  root: string
}

/**
 * Opens a file of a library, and makes sure that what was opened lies in it: a file or folder may have been swapped for a
 * link since the scan. Asked of the open file, not of the path, which could be swapped between the question and the
 * opening. Whoever opens it closes it.
 */
export async function openFileInLibrary({ path, root }: FileInLibrary): Promise<FileHandle> {
  // Without waiting: a pipe that took the place of a file would hold the thread for ever.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const [real, inside] = [await realPathOf(handle, path), await realRootOf(root)]
    if (isInside(real, inside)) return handle
    // The folder of the library itself may lead elsewhere since a moment ago.
    if (isInside(real, await realRootOf(root, 0))) return handle
    throw outsideLibraryError()
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The same for work that takes a path: it gets one that nobody can swap. */
export async function withFileInLibrary<T>(file: FileInLibrary, work: (path: string) => Promise<T>): Promise<T> {
  const handle = await openFileInLibrary(file)
  try {
    return await work(pathOfOpenFile(handle, file.path))
  } finally {
    await handle.close()
  }
}

/** The same for a thread that may wait: an answer comes in microseconds. Gives a descriptor, and the path to read it by. */
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

/** An open file under a name that nobody can swap, for those that open it once more: the threads that unpack. */
export function pathOfOpenFile(handle: FileHandle, path: string): string {
  return hasProc ? `/proc/self/fd/${handle.fd}` : path
}

/** Told like a file that is gone: where the link leads is nobody's business. */
export const outsideLibraryError = () =>
  Object.assign(new Error('The path is outside its library.'), { code: 'ENOENT' })

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** The system's own word for what is open, where it has one. Elsewhere the path is resolved, and compared with it. */
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

/** One for the process, as the disks are. */
const realRootCache = new Map<string, { real: Promise<string>; at: number }>()
const ROOT_MS = 10_000
const MAX_ROOTS = 1000

/** Every page asks for it, and it changes when somebody moves a library. */
function realRootOf(root: string, maxAgeMs = ROOT_MS): Promise<string> {
  const known = realRootCache.get(root)
  if (known && performance.now() - known.at < maxAgeMs) return known.real
  if (realRootCache.size >= MAX_ROOTS) realRootCache.clear()
  const fresh = { real: realpath(root), at: performance.now() }
  realRootCache.set(root, fresh)
  fresh.real.catch(() => realRootCache.delete(root))
  return fresh.real
}
