/** What has to be looked at again. `deep`: a folder with everything below it; `shallow`: only its own files. */
export interface TouchedFolders {
  deep: Set<string>
  shallow: Set<string>
}

export type OnTouched = (folder: string, kind: keyof TouchedFolders) => void

/** Something that notices changes below a library's root until it is closed. */
export interface FolderWatcher {
  close(): void
}

export interface WatchTarget {
  root: string
  /** Folders come with `/` at their end. */
  isExcluded: (path: string) => boolean
  onTouched: OnTouched
  onError: (error: unknown) => void
}

/**
 * Collects touches until it has been quiet for a moment (or too long has passed: a big copy never is), then hands
 * them on together.
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

/** What lies below a folder that is looked at as a whole need not be named. */
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
