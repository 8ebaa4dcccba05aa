import { watch } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { FolderWatcher, WatchTarget } from './touched.ts'

/** macOS and Windows watch a whole tree by themselves. */
export function openTreeWatcher(target: WatchTarget): FolderWatcher {
  const watcher = watch(target.root, { recursive: true, persistent: false }, (_event, name) => {
    if (name === null) target.onTouched('', 'deep')
    else void look(target, name.split(sep).join('/')).catch(target.onError)
  })
  watcher.on('error', target.onError)
  return { close: () => watcher.close() }
}

async function look(target: WatchTarget, path: string): Promise<void> {
  const isFolder = await lstat(join(target.root, path)).then(
    (stats) => stats.isDirectory(),
    () => undefined,
  )
  if (target.isExcluded(isFolder ? `${path}/` : path)) return
  const parent = dirname(path)
  // What is gone may have been a folder or a file: both are found out.
  if (isFolder !== false) target.onTouched(path, 'deep')
  if (!isFolder) target.onTouched(parent === '.' ? '' : parent, 'shallow')
}
