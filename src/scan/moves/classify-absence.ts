import { type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAnythingAt, isNotFoundError } from './file-presence.ts'

export type Absence =
  /** The folder it lay in is there and has changed: somebody has taken it out. */
  | 'file'
  /** So has the folder above: somebody has taken the folder away, or a disk has gone with all that is on it. */
  | 'folder'

/** Where the folder is gone as well, a disk would have taken more with it. */
export function isCertainlyRemoved(absence: Absence | undefined, missingAtAll: number): boolean {
  return absence === 'file' || (absence === 'folder' && missingAtAll <= MAX_REMOVED_WITH_FOLDER)
}

const MAX_REMOVED_WITH_FOLDER = 50

/** When a file was there for the last time, as far as that is known: somewhere between the two. */
export interface LastSeenPeriod {
  from: number
  until: number
}

/** It may have gone while the last scan was under way, after that had passed it. */
export function lastSeenPeriod(createdAt: number, lastScannedAt: number | null): LastSeenPeriod {
  const scanned = lastScannedAt ?? 0
  return { from: Math.max(createdAt, scanned - MAX_SCAN_MS), until: Math.max(createdAt, scanned) }
}

const MAX_SCAN_MS = 3_600_000

/**
 * Whether a file was taken away by somebody, and is not merely out of sight with the disk it lies on. Whatever is taken out of
 * a folder changes the time of that folder; the empty one that is left where a disk was mounted is as old as it was, or has
 * been made in its place only now.
 */
export function classifyAbsence(root: string, path: string, { from, until }: LastSeenPeriod): Absence | undefined {
  if (isAnythingAt(join(root, path))) return undefined
  for (let folder = dirname(path), absence: Absence = 'file'; ; folder = dirname(folder), absence = 'folder') {
    const stats = statOf(join(root, folder))
    if (stats === 'unknown') return undefined
    if (stats !== 'gone') {
      // Not every disk knows when a folder was made; then it says 0.
      const isTheOne = stats.isDirectory() && stats.birthtimeMs <= until
      return isTheOne && stats.mtimeMs >= from ? absence : undefined
    }
    // A link that leads nowhere, or the library itself.
    if (folder === '.' || isAnythingAt(join(root, folder))) return undefined
  }
}

function statOf(path: string): Stats | 'gone' | 'unknown' {
  try {
    return statSync(path)
  } catch (error) {
    return isNotFoundError(error) ? 'gone' : 'unknown'
  }
}
