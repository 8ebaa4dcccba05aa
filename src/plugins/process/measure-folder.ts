import type { Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

export interface FolderSize {
  fileCount: number
  bytes: number
  /** What the file system needs for it, where each file and folder counts as at least `LEAST_BYTES`. */
  bytesOnDisk: number
}

/** Measures a folder with all its subfolders. Stops early as soon as it needs more than `maxBytes`. */
export async function measureFolder(folder: string, maxBytes = Number.POSITIVE_INFINITY): Promise<FolderSize> {
  const size: FolderSize = { fileCount: 0, bytes: 0, bytesOnDisk: 0 }
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for await (const entry of entriesOf(next)) {
      if (entry.isDirectory()) folders.push(join(next, entry.name))
      await addEntry(size, join(next, entry.name), entry.isDirectory())
      if (size.bytesOnDisk > maxBytes) return size
    }
    // Requests go first.
    await setImmediate()
  }
  return size
}

/** A folder that is gone, or can't be read, is empty. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  const open = await opendir(folder).catch(() => undefined)
  if (open) yield* open
}

async function addEntry(size: FolderSize, path: string, isFolder: boolean): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (!found) return
  // Counted in blocks, as a file with holes needs less than its length.
  size.bytesOnDisk += Math.max(LEAST_BYTES, (found.blocks ?? 0) * 512)
  if (isFolder) return
  size.fileCount += 1
  size.bytes += found.size
}

/** Otherwise a plugin could create any number of empty files. */
const LEAST_BYTES = 16_384
