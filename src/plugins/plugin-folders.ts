import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { Config } from '../config/settings.ts'
import type { PluginView } from '../store/plugin/read.ts'

type DataFolder = Pick<Config, 'data_dir'>

/** Absolute: plugin processes have their own working directory, so paths must not depend on the server's. */
export const pluginsDir = (config: DataFolder) => resolve(config.data_dir, 'plugins')

export const pluginDataDirOf = (config: DataFolder, name: string) => join(pluginsDir(config), 'data', name)

export const pluginUserDataDirOf = (config: DataFolder, name: string, userPluginId: string) =>
  join(pluginsDir(config), 'data', name, 'users', userPluginId)

/** All versions of a plugin. */
export const packagesFolder = (config: DataFolder, name: string) => join(pluginsDir(config), 'packages', name)

/**
 * A new folder each time, relative to the data folder: files that were reviewed and may be running are never replaced,
 * even by the same version.
 */
export const newPackageDir = (name: string, version: string) =>
  join('plugins', 'packages', name, `${version.replace(/[^\w.+-]/g, '_')}-${randomBytes(4).toString('hex')}`)

/**
 * The folder of a plugin's package on this server. The stored path is relative to the data folder, so that the folder
 * can be moved, restored elsewhere and shared; earlier versions stored the absolute path.
 */
export function packageFolderOf(config: DataFolder, plugin: Pick<PluginView, 'packageDir'>): string | undefined {
  const { packageDir } = plugin
  if (packageDir === null) return undefined
  if (!isAbsolute(packageDir)) return resolve(config.data_dir, packageDir)
  const moved = join(packagesFolder(config, basename(dirname(packageDir))), basename(packageDir))
  const wasInDataFolder = basename(dirname(dirname(packageDir))) === 'packages'
  return existsSync(moved) || (wasInDataFolder && !existsSync(packageDir)) ? moved : packageDir
}
