import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { pluginsDir } from '../plugin-folders.ts'

/**
 * Removes what a server left that was killed while it installed or updated a plugin. Nothing of it ever ran: a plugin is known
 * only once its package is whole. `used`: the folders of the plugins there are, wherever the data folder was at that time.
 */
export async function removeUnusedPackages(
  config: Pick<Config, 'data_dir'>,
  used: readonly (string | null)[],
  now = Date.now(),
): Promise<number> {
  const root = join(pluginsDir(config), 'packages')
  // Each has random letters of its own.
  const names = new Set(used.flatMap((folder) => (folder === null ? [] : [basename(folder)])))
  let removed = 0
  for (const plugin of await namesIn(root)) {
    for (const version of await namesIn(join(root, plugin))) {
      if (names.has(version)) continue
      const folder = join(root, plugin, version)
      const found = await stat(folder).catch(() => undefined)
      // One that was just made may be being installed, by another process, too.
      if (!found || now - found.mtimeMs < MIN_AGE_MS) continue
      await rm(folder, { recursive: true, force: true })
      removed++
    }
  }
  return removed
}

const MIN_AGE_MS = 10 * 60_000

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
