import { type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAnythingAt, isNotFoundError } from './file-presence.ts'

export type Absence =
  /** Its folder exists and was modified: the file was removed from it. */
  | 'file'
  /**
   * Its folder is missing and the one above was modified: the folder was removed, or a disk is gone with everything on
   * it.
   */
  | 'folder'

/** If the folder is gone too, few missing books mean removal: a missing disk would affect more. */
export function isCertainlyRemoved(absence: Absence | undefined, missingAtAll: number): boolean {
  return absence === 'file' || (absence === 'folder' && missingAtAll <= MAX_REMOVED_WITH_FOLDER)
}

const MAX_REMOVED_WITH_FOLDER = 50

/** The period in which a file was last seen. */
export interface LastSeenPeriod {
  from: number
  until: number
}

/** The file may have disappeared during the last scan, after the scan had passed it. */
export function lastSeenPeriod(firstSeenAt: number, lastScannedAt: number | null): LastSeenPeriod {
  const scanned = lastScannedAt ?? 0
  return { from: Math.max(firstSeenAt, scanned - MAX_SCAN_MS), until: Math.max(firstSeenAt, scanned) }
}

const MAX_SCAN_MS = 3_600_000

/**
 * Whether a file was actually removed, rather than unavailable together with its disk. Removing an entry changes the
 * modification time of its folder; an empty mount point keeps its old time, or was created only recently.
 */
export function classifyAbsence(root: string, path: string, { from, until }: LastSeenPeriod): Absence | undefined {
  if (isAnythingAt(join(root, path))) return undefined
  for (let folder = dirname(path), absence: Absence = 'file'; ; folder = dirname(folder), absence = 'folder') {
    const stats = statOf(join(root, folder))
    if (stats === 'unknown') return undefined
    if (stats !== 'gone') {
      // Not every file system stores creation times; the value is 0 then.
      const isTheOne = stats.isDirectory() && stats.birthtimeMs <= until
      return isTheOne && stats.mtimeMs >= from ? absence : undefined
    }
    // A broken link, or the library itself.
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
