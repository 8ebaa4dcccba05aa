import { type FSWatcher, watch } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { bookFormatOfPath } from '../../formats/book-formats.ts'
import type { FolderWatcher, WatchTarget } from './collect-touches.ts'

/** The system's limit of file watches is reached. */
export class OutOfWatches extends Error {}

/**
 * One watch per folder (Linux). It doesn't track single files: knowing that a folder changed is enough for the scan to
 * find out what.
 */
export async function openFolderWatcher(target: WatchTarget): Promise<FolderWatcher> {
  const watcher = new FolderTreeWatcher(target)
  try {
    await watcher.watchBelow('')
  } catch (error) {
    watcher.close()
    throw error
  }
  return watcher
}

class FolderTreeWatcher implements FolderWatcher {
  readonly #target: WatchTarget
  readonly #watchers = new Map<string, FSWatcher>()
  #isClosed = false

  constructor(target: WatchTarget) {
    this.#target = target
  }

  async watchBelow(folder: string): Promise<void> {
    if (this.#isClosed || !this.#watch(folder)) return
    const entries = await readdir(join(this.#target.root, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !this.#target.isExcluded(`${path}/`)) await this.watchBelow(path)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  #watch(folder: string): boolean {
    if (this.#watchers.has(folder)) return true
    try {
      const watcher = watch(join(this.#target.root, folder), { persistent: false }, (_event, name) => {
        void this.#reportTouched(folder, name).catch(this.#target.onError)
      })
      watcher.on('error', () => this.#forget(folder))
      this.#watchers.set(folder, watcher)
      return true
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOSPC' || code === 'EMFILE') throw new OutOfWatches('The limit of file watches is reached.')
      return false
    }
  }

  async #reportTouched(folder: string, name: string | null): Promise<void> {
    if (this.#isClosed) return
    if (name === null) {
      this.#target.onTouched(folder, 'shallow')
      return
    }
    const path = folder === '' ? name : `${folder}/${name}`
    const isFolder = await lstat(join(this.#target.root, path)).then(
      (stats) => stats.isDirectory(),
      () => undefined,
    )
    if (isFolder && !this.#target.isExcluded(`${path}/`)) {
      const isNew = !this.#watchers.has(path)
      await this.watchBelow(path)
      if (isNew) this.#target.onTouched(path, 'deep')
      // It may have replaced a book.
      if (isNew && bookFormatOfPath(name)) this.#target.onTouched(folder, 'shallow')
    } else if (isFolder === undefined && this.#watchers.has(path)) {
      this.#forget(path)
      this.#target.onTouched(path, 'deep')
    } else if (!isFolder && !this.#target.isExcluded(path)) {
      this.#target.onTouched(folder, 'shallow')
    }
  }

  /** When a folder is gone, closes the watches of everything below it too. */
  #forget(folder: string): void {
    for (const [path, watcher] of this.#watchers) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue
      watcher.close()
      this.#watchers.delete(path)
    }
  }
}
