import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { pluginsDir } from '../plugin-folders.ts'

/**
 * Removes what a server left behind that was killed while it installed or updated a plugin. None of it ever ran: a
 * plugin is stored only once its package is complete. `used`: the package folders of all plugins, wherever the data
 * folder was when they were installed.
 */
export async function removeUnusedPackages(
  config: Pick<Config, 'data_dir'>,
  used: readonly (string | null)[],
  now = Date.now(),
): Promise<number> {
  const root = join(pluginsDir(config), 'packages')
  // The name alone is enough: each one ends in random characters.
  const names = new Set(used.flatMap((folder) => (folder === null ? [] : [basename(folder)])))
  let removed = 0
  for (const plugin of await namesIn(root)) {
    for (const version of await namesIn(join(root, plugin))) {
      if (names.has(version)) continue
      const folder = join(root, plugin, version)
      const found = await stat(folder).catch(() => undefined)
      // A recent folder may belong to a running installation, also one of another process.
      if (!found || now - found.mtimeMs < MIN_AGE_MS) continue
      await rm(folder, { recursive: true, force: true })
      removed++
    }
  }
  return removed
}

const MIN_AGE_MS = 10 * 60_000

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
