import type { Dirent, Stats } from 'node:fs'
import { dirname, sep } from 'node:path'
import { type Disk, realDisk } from './disk.ts'
import { comparePaths, type WalkEntry } from './walk-entry.ts'

export interface WalkOptions {
  root: string
  /** The folder to start in, relative to the root and without trailing `/`; '' for the root. */
  from?: string
  /** Only the files directly in it, no subfolders. */
  isShallow?: boolean
  /** Whether a file could be a book, by its name. */
  isBook: (path: string) => boolean
  isSidecar: (path: string) => boolean
  /** Excludes a path with everything below it; folders are passed with trailing `/`. */
  isExcluded: (path: string) => boolean
  disk?: Disk
}

/** Yields everything below a folder, one folder at a time, in byte order of the paths. No file is opened. */
export async function* walk(options: WalkOptions): AsyncGenerator<WalkEntry[]> {
  const walker = new Walker(options)
  yield* walker.walkFolder(options.from ? `${options.from}/` : '')
}

interface Entry {
  /** Relative path; folders have a trailing `/`. */
  path: string
  name: string
  isFolder: boolean
}

class Walker {
  readonly #options: WalkOptions
  readonly #disk: Disk
  readonly #root: string
  readonly #realRoot: string
  /** Folders entered through a link: each only once, so that cyclic links terminate. */
  readonly #linked = new Set<string>()

  constructor(options: WalkOptions) {
    this.#options = options
    this.#disk = options.disk ?? realDisk
    this.#root = options.root.replace(/[\\/]+$/, '')
    this.#realRoot = this.#disk.realPath(options.root)
  }

  /** `folder` ends in `/`, or is '' for the root. */
  async *walkFolder(folder: string): AsyncGenerator<WalkEntry[]> {
    const met: WalkEntry[] = []
    const entries = this.#list(folder, met)
    let start = 0
    for (let index = 0; index <= entries.length; index++) {
      const entry = entries[index]
      if (entry && !entry.isFolder) continue
      await this.#statFiles(entries.slice(start, index), met)
      start = index + 1
      if (met.length > 0) yield met.splice(0)
      if (entry && !this.#options.isShallow) yield* this.walkFolder(entry.path)
    }
  }

  #list(folder: string, met: WalkEntry[]): Entry[] {
    let listed: Dirent[]
    try {
      listed = this.#disk.list(this.#absolute(folder))
    } catch (error) {
      // The root itself must exist; the caller handles its absence.
      if (folder === '') throw error
      met.push({ kind: 'unreadable', path: folder, reason: reasonOf(error) })
      return []
    }
    // Checked after listing: the folder may have been replaced by a link since its parent was listed, or before a
    // partial scan.
    if (folder !== '' && !this.#staysInside(folder, met)) {
      if (this.#realPathOf(folder) === undefined) met.push({ kind: 'unreadable', path: folder, reason: 'ENOENT' })
      return []
    }
    this.#noteUnnameable(folder, listed, met)
    const entries: Entry[] = []
    for (const dirent of listed) {
      const isFolder = dirent.isDirectory() || (dirent.isSymbolicLink() && this.#leadsToFolder(folder, dirent, met))
      const path = folder + dirent.name + (isFolder ? '/' : '')
      if (!isFolder && !this.#options.isBook(path) && !this.#options.isSidecar(path)) continue
      if (this.#options.isExcluded(path)) continue
      if (!isFolder && dirent.isSymbolicLink() && !this.#staysInside(path, met)) continue
      if (isFolder && dirent.isSymbolicLink() && !this.#entersOnce(path, met)) continue
      if (isFolder || dirent.isFile() || dirent.isSymbolicLink()) entries.push({ path, name: dirent.name, isFolder })
    }
    return entries.sort((a, b) => comparePaths(a.path, b.path))
  }

  /** Node decodes invalid UTF-8 as U+FFFD; a file can't be opened by such a name. */
  #noteUnnameable(folder: string, listed: Dirent[], met: WalkEntry[]): void {
    if (!listed.some((dirent) => dirent.name.includes('\ufffd'))) return
    for (const name of this.#disk.listUnnameable(this.#absolute(folder))) {
      met.push({ kind: 'odd', path: folder + name, reason: 'The name is not valid UTF-8. Rename the file or folder.' })
    }
    const isNameable = (dirent: Dirent) => {
      if (!dirent.name.includes('\ufffd')) return true
      try {
        this.#disk.lstat(this.#absolute(folder + dirent.name))
        return true
      } catch {
        return false
      }
    }
    listed.splice(0, listed.length, ...listed.filter(isNameable))
  }

  async #statFiles(files: readonly Entry[], met: WalkEntry[]): Promise<void> {
    const started = performance.now()
    for (const [index, entry] of files.entries()) {
      try {
        this.#note(entry, this.#disk.stat(this.#absolute(entry.path)), met)
      } catch (error) {
        this.#noteTrouble(entry, error, met)
      }
      const isSlow = index === SAMPLE - 1 && performance.now() - started > SAMPLE * SLOW_STAT_MS
      if (isSlow) return this.#statManyAtOnce(files.slice(SAMPLE), met)
    }
  }

  async #statManyAtOnce(files: readonly Entry[], met: WalkEntry[]): Promise<void> {
    for (let start = 0; start < files.length; start += AT_ONCE) {
      const some = files.slice(start, start + AT_ONCE)
      const stats = await Promise.allSettled(some.map((entry) => this.#disk.statLater(this.#absolute(entry.path))))
      for (const [index, outcome] of stats.entries()) {
        if (outcome.status === 'fulfilled') this.#note(some[index]!, outcome.value, met)
        else this.#noteTrouble(some[index]!, outcome.reason, met)
      }
    }
  }

  #note(entry: Entry, stats: Stats, met: WalkEntry[]): void {
    if (!stats.isFile()) return
    const mtime = Math.trunc(stats.mtimeMs)
    if (this.#options.isBook(entry.path)) {
      met.push({ kind: 'file', file: { path: entry.path, size: stats.size, mtime, inode: String(stats.ino) } })
    } else met.push({ kind: 'sidecar', path: entry.path, mtime })
  }

  /**
   * A file that disappeared since the folder was listed is simply gone; any other error means it exists but its state
   * is unknown.
   */
  #noteTrouble(entry: Entry, error: unknown, met: WalkEntry[]): void {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    met.push({ kind: 'unreadable', path: entry.path, reason: reasonOf(error) })
  }

  #leadsToFolder(folder: string, dirent: Dirent, met: WalkEntry[]): boolean {
    try {
      return this.#disk.stat(this.#absolute(folder + dirent.name)).isDirectory()
    } catch (error) {
      if (this.#options.isBook(folder + dirent.name) || (error as NodeJS.ErrnoException).code !== 'ENOENT') {
        met.push({ kind: 'odd', path: folder + dirent.name, reason: `The link is broken (${reasonOf(error)}).` })
      }
      return false
    }
  }

  #staysInside(path: string, met: WalkEntry[]): boolean {
    const real = this.#realPathOf(path)
    if (real === undefined) return false
    if (real === this.#realRoot || real.startsWith(this.#realRoot + sep)) return true
    met.push({ kind: 'odd', path, reason: 'The link points outside the library.' })
    return false
  }

  #entersOnce(path: string, met: WalkEntry[]): boolean {
    if (!this.#staysInside(path, met)) return false
    const real = this.#realPathOf(path)!
    const parent = this.#realPathOf(dirname(path)) ?? this.#realRoot
    const isAbove = `${parent}${sep}`.startsWith(`${real}${sep}`)
    if (isAbove || this.#linked.has(real)) return false
    this.#linked.add(real)
    return true
  }

  #realPathOf(path: string): string | undefined {
    try {
      return this.#disk.realPath(this.#absolute(path))
    } catch {
      return undefined
    }
  }

  #absolute(path: string): string {
    // Not `join`, which would parse every path.
    return `${this.#root}/${path}`
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

const SAMPLE = 16
const SLOW_STAT_MS = 0.15
const AT_ONCE = 64
