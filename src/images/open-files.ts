import type { FileHandle } from 'node:fs/promises'
import { libraryReads, openIn } from './library-reads.ts'

/**
 * Files that are being read, kept open: a reader turns a page every few seconds, and opening a file on a network
 * share costs more than reading the page. Keyed by version, so a replaced file is opened anew.
 */
export interface OpenFiles {
  use<T>(file: FileToRead, work: (handle: FileHandle) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface FileToRead {
  path: string
  version: string
  /** The folder of its library. */
  root: string
}

interface OpenFile {
  handle: Promise<FileHandle>
  users: number
  /** Closed by the last user once it is dropped. */
  dropped: boolean
  idle?: NodeJS.Timeout
}

export function openFiles({ most = 200, idleMs = 60_000 } = {}): OpenFiles {
  const handles = new Map<string, OpenFile>()

  function drop(key: string, entry: OpenFile): void {
    if (handles.get(key) === entry) handles.delete(key)
    clearTimeout(entry.idle)
    entry.dropped = true
    if (entry.users === 0) entry.handle.then((handle) => handle.close()).catch(() => {})
  }

  function take(file: FileToRead): [string, OpenFile] {
    const key = `${file.version}\0${file.path}`
    let entry = handles.get(key)
    if (!entry) {
      entry = { handle: openIn(file), users: 0, dropped: false }
      const made = entry
      entry.handle.catch(() => drop(key, made))
    }
    handles.delete(key)
    handles.set(key, entry)
    if (handles.size > most) {
      const [oldest, first] = handles.entries().next().value!
      drop(oldest, first)
    }
    return [key, entry]
  }

  return {
    async use(file, work) {
      const [key, entry] = take(file)
      entry.users++
      clearTimeout(entry.idle)
      try {
        const handle = await entry.handle
        return await libraryReads.run(file.root, () => work(handle))
      } finally {
        entry.users--
        if (entry.dropped && entry.users === 0) entry.handle.then((handle) => handle.close()).catch(() => {})
        else if (entry.users === 0) {
          // An open handle keeps a share from being unmounted, so an unused one does not stay.
          entry.idle = setTimeout(() => drop(key, entry), idleMs)
          entry.idle.unref()
        }
      }
    },
    async close() {
      for (const [key, entry] of [...handles]) drop(key, entry)
    },
  }
}
