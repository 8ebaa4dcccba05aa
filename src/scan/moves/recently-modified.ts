import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FoundFile } from '../walk/walk-entry.ts'

/** Modified moments ago, so it may still be being written. Times in the future are ignored. */
export function isRecentlyModified(file: FoundFile, settleMs: number, now = Date.now()): boolean {
  return file.mtime > now - settleMs && file.mtime <= now + 60_000
}

/**
 * Checks recently modified files again after a moment. Unchanged ones are ready; the rest is left for the next scan.
 */
export async function recheckRecentlyModified<T extends { file: FoundFile }>(
  root: string,
  recent: readonly T[],
  firstSeen: number,
  signal?: AbortSignal,
): Promise<{ ready: T[]; growing: T[] }> {
  if (recent.length === 0) return { ready: [], growing: [] }
  const wait = firstSeen + LOOK_AGAIN_MS - Date.now()
  if (wait > 0) await sleep(wait, undefined, { signal })
  const ready: T[] = []
  const growing: T[] = []
  for (const one of recent) {
    const stats = await stat(join(root, one.file.path)).catch(() => undefined)
    if (!stats) continue
    const isStill = stats.size === one.file.size && Math.trunc(stats.mtimeMs) === one.file.mtime
    if (isStill && stats.size > 0) ready.push(one)
    else growing.push(one)
  }
  return { ready, growing }
}

const LOOK_AGAIN_MS = 1000
