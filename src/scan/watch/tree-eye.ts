import { watch } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { Eye, Sight } from './touched.ts'

/** macOS and Windows watch a whole tree by themselves. */
export function openTreeEye(sight: Sight): Eye {
  const watcher = watch(sight.root, { recursive: true, persistent: false }, (_event, name) => {
    if (name === null) sight.onTouched('', 'deep')
    else void look(sight, name.split(sep).join('/')).catch(sight.onError)
  })
  watcher.on('error', sight.onError)
  return { close: () => watcher.close() }
}

async function look(sight: Sight, path: string): Promise<void> {
  const isFolder = await lstat(join(sight.root, path)).then(
    (stats) => stats.isDirectory(),
    () => undefined,
  )
  if (sight.isExcluded(isFolder ? `${path}/` : path)) return
  const parent = dirname(path)
  // What is gone may have been a folder or a file: both are found out.
  if (isFolder !== false) sight.onTouched(path, 'deep')
  if (!isFolder) sight.onTouched(parent === '.' ? '' : parent, 'shallow')
}
