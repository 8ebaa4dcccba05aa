/** Folders to rescan. `deep`: a folder with everything below it; `shallow`: only the files directly in it. */
export interface TouchedFolders {
  deep: Set<string>
  shallow: Set<string>
}

export type OnTouched = (folder: string, kind: keyof TouchedFolders) => void

/** Detects changes below a library's root until it is closed. */
export interface FolderWatcher {
  close(): void
}

export interface WatchTarget {
  root: string
  /** Folders are passed with trailing `/`. */
  isExcluded: (path: string) => boolean
  onTouched: OnTouched
  onError: (error: unknown) => void
}

/**
 * Collects touched folders until there is a quiet moment (or a maximum time has passed: a big copy is never quiet),
 * then passes them on together.
 */
export function collectTouches(
  hand: (touched: TouchedFolders) => void,
  { quietMs = 1500, maxMs = 10_000 }: { quietMs?: number; maxMs?: number } = {},
): { touch: OnTouched; close: () => void } {
  let touched: TouchedFolders = { deep: new Set(), shallow: new Set() }
  let timer: NodeJS.Timeout | undefined
  let since = 0
  const flush = () => {
    timer = undefined
    const collected = withoutCovered(touched)
    touched = { deep: new Set(), shallow: new Set() }
    hand(collected)
  }
  return {
    touch(folder, kind) {
      touched[kind].add(folder)
      const now = Date.now()
      if (!timer) since = now
      clearTimeout(timer)
      timer = setTimeout(flush, Math.max(0, Math.min(quietMs, since + maxMs - now)))
    },
    close: () => clearTimeout(timer),
  }
}

/** Drops folders below one that is rescanned completely. */
function withoutCovered({ deep, shallow }: TouchedFolders): TouchedFolders {
  const isCovered = (folder: string, byItself: boolean) => {
    for (let at = folder.length; at >= 0; at = folder.lastIndexOf('/', at - 1)) {
      const above = at <= 0 ? '' : folder.slice(0, at)
      if ((above !== folder || byItself) && deep.has(above)) return true
      if (at <= 0) return false
    }
    return false
  }
  return {
    deep: new Set([...deep].filter((folder) => !isCovered(folder, false))),
    shallow: new Set([...shallow].filter((folder) => !isCovered(folder, true))),
  }
}
