import type { FileHandle } from 'node:fs/promises'
import { parse, sep } from 'node:path'
import { Problem } from '../contract/problems.ts'
import { type FileInLibrary, openFileInLibrary, pathOfOpenFile } from './open-file-in-library.ts'

/**
 * The threads that read files are few, and all of the process shares them. A share that hangs keeps each thread that
 * asks it, often for minutes. So libraries may use only some, fewer each, and the last to those that have none:
 * often several libraries lie on one share. Whoever waits longer than is decent is told so; and of a library where several
 * hang nobody is made to wait, until they are back.
 */
export class LibraryReadLimiter {
  readonly #max: number
  readonly #each: number
  /** How many anybody may use. */
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

  /** `root` is the library's folder: what hangs, hangs for all of it. */
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
  /** Gets what nobody waits for any more. */
  tooLate?: (value: T) => void
  timeoutMs?: number
}

/** The disk or share does not answer. Where it lies is nothing for whoever wants to read. */
export class LibraryNotResponding extends Problem {
  constructor() {
    super('service_unavailable', 'The folder is not responding. Try again later.', undefined, { 'retry-after': '30' })
  }
}

/** What cannot be read is left out; for a share that does not answer nobody waits once for each of its files. */
export function rethrowIfNotResponding(error: unknown): undefined {
  if (error instanceof LibraryNotResponding) throw error
}

/** One for the process, as the threads are. */
export const libraryReads = new LibraryReadLimiter()

/** A file of a library that lies in it. Whoever opens it closes it. */
export function openLibraryFileHandle(file: FileInLibrary): Promise<FileHandle> {
  return libraryReads.run(file.root, () => openFileInLibrary(file), { tooLate: (late) => void late.close() })
}

/**
 * Waits for the share, before one of the threads that unpack is given the file: they are even fewer, for all libraries, and
 * could not be called back.
 * They get the very file that was opened here: its path may lead elsewhere a moment later.
 */
export async function withLibraryFileForThread<T>(file: FileInLibrary, work: (path: string) => Promise<T>): Promise<T> {
  const handle = await openLibraryFileHandle(file)
  try {
    return await work(pathOfOpenFile(handle, file.path))
  } finally {
    await handle.close()
  }
}

/** What is of no library hangs with its share, and those are mounted near the top. */
export function likelyMountPointOf(path: string): string {
  const { root } = parse(path)
  return root + path.slice(root.length).split(sep, 2).join(sep)
}

interface Use {
  running: number
  /** Of those running, for how many nobody waits any more. */
  hanging: number
}

interface Waiting {
  use: Use
  start(): void
}

/** What the runtime makes of it; see `bin/memory-settings.js`. */
function poolSize(): number {
  return Number(process.env.UV_THREADPOOL_SIZE) || 4
}
