import type { FileHandle } from 'node:fs/promises'
import { parse, sep } from 'node:path'
import { Problem } from '../contract/problems.ts'
import { type FileInLibrary, locateInLibrary, openFileInLibrary, pathOfOpenFile } from './open-file-in-library.ts'

/**
 * The whole process shares the few threads that read files. A network share that hangs blocks every thread that reads
 * from it, often for minutes. So libraries may use only some of the threads, each library even fewer, and the last ones
 * are reserved for libraries that use none: several libraries are often on one share. Reads that wait too long fail;
 * and if several reads of a library hang, further ones fail at once until those return.
 */
export class LibraryReadLimiter {
  readonly #max: number
  readonly #each: number
  /** Number of threads available to libraries that already use some. */
  readonly #common: number
  readonly #timeoutMs: number
  readonly #libraries = new Map<string, Use>()
  readonly #line: Waiting[] = []
  #inUse = 0

  constructor({ threads = poolSize(), timeoutMs = 25_000 } = {}) {
    this.#max = Math.max(3, threads - 5)
    this.#each = Math.max(2, Math.min(4, this.#max - 1))
    this.#common = Math.max(this.#each, this.#max - 3)
    this.#timeoutMs = timeoutMs
  }

  /** `root` is the library's folder: a hanging share affects all of it. */
  run<T>(
    root: string,
    work: () => Promise<T>,
    { tooLate, timeoutMs = this.#timeoutMs }: ReadTimeoutOptions<T> = {},
  ): Promise<T> {
    const use = this.#libraries.get(root) ?? { running: 0, hanging: 0 }
    if (use.hanging >= this.#each - 1) return Promise.reject(new LibraryNotResponding())
    this.#libraries.set(root, use)
    return new Promise<T>((resolve, reject) => {
      let isRunning = false
      let isOver = false
      const start = () => {
        isRunning = true
        use.running++
        this.#inUse++
        work()
          .then(
            (value) => (isOver ? tooLate?.(value) : resolve(value)),
            (error: unknown) => reject(error),
          )
          .finally(() => {
            clearTimeout(timer)
            if (isOver) use.hanging--
            this.#release(root, use)
          })
      }
      const waiting: Waiting = { use, start }
      const timer = setTimeout(() => {
        isOver = true
        if (isRunning) use.hanging++
        else this.#line.splice(this.#line.indexOf(waiting), 1)
        reject(new LibraryNotResponding())
      }, timeoutMs)
      if (this.#hasRoom(use)) start()
      else this.#line.push(waiting)
    })
  }

  #hasRoom(use: Use): boolean {
    return use.running < this.#each && this.#inUse < (use.running === 0 ? this.#max : this.#common)
  }

  #release(root: string, use: Use): void {
    use.running--
    this.#inUse--
    const next = this.#line.findIndex((waiting) => this.#hasRoom(waiting.use))
    if (next >= 0) this.#line.splice(next, 1)[0]!.start()
    if (use.running === 0 && !this.#line.some((waiting) => waiting.use === use)) this.#libraries.delete(root)
  }
}

export interface ReadTimeoutOptions<T> {
  /** Receives a result that arrives after the timeout. */
  tooLate?: (value: T) => void
  timeoutMs?: number
}

/** The disk or share doesn't respond. Its path isn't disclosed to viewers. */
export class LibraryNotResponding extends Problem {
  constructor() {
    super('service_unavailable', 'The folder is not responding. Try again later.', undefined, { 'retry-after': '30' })
  }
}

/** Unreadable files are skipped, but a share that doesn't respond must not cost a timeout for each of its files. */
export function rethrowIfNotResponding(error: unknown): undefined {
  if (error instanceof LibraryNotResponding) throw error
}

/** One per process, like the threads. */
export const libraryReads = new LibraryReadLimiter()

/** Opens a file that is verified to be inside its library. The caller closes it. */
export function openLibraryFileHandle(file: FileInLibrary): Promise<FileHandle> {
  return libraryReads.run(file.root, () => openFileInLibrary(file), { tooLate: (late) => void late.close() })
}

/**
 * Waits for the share before passing the file to a reading thread: there are even fewer of those for all libraries, and
 * they can't be interrupted. They get the very file that was opened here: its path may resolve elsewhere a moment
 * later.
 */
export async function withLibraryFileForThread<T>(file: FileInLibrary, work: (path: string) => Promise<T>): Promise<T> {
  const handle = await libraryReads.run(file.root, () => locateInLibrary(file), {
    tooLate: (late) => void late.close(),
  })
  try {
    return await work(pathOfOpenFile(handle, file.path))
  } finally {
    await handle.close()
  }
}

/** The key for paths outside any library: they hang together with their share, and shares are mounted near the root. */
export function likelyMountPointOf(path: string): string {
  const { root } = parse(path)
  return root + path.slice(root.length).split(sep, 2).join(sep)
}

interface Use {
  running: number
  /** Number of running reads that have timed out. */
  hanging: number
}

interface Waiting {
  use: Use
  start(): void
}

/** Size of the runtime's thread pool; see `bin/memory-settings.js`. */
function poolSize(): number {
  return Number(process.env.UV_THREADPOOL_SIZE) || 4
}
