import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { Config } from '../config/settings.ts'
import type { PluginView } from '../store/plugin/read.ts'

type DataFolder = Pick<Config, 'data_dir'>

/** Processes of plugins have a folder of their own to work in: what they are given must not depend on the server's. */
export const pluginsDir = (config: DataFolder) => resolve(config.data_dir, 'plugins')

export const pluginDataDirOf = (config: DataFolder, name: string) => join(pluginsDir(config), 'data', name)

export const pluginUserDataDirOf = (config: DataFolder, name: string, userPluginId: string) =>
  join(pluginsDir(config), 'data', name, 'users', userPluginId)

/** All versions of a plugin. */
export const packagesFolder = (config: DataFolder, name: string) => join(pluginsDir(config), 'packages', name)

/**
 * A new one each time, relative to the data folder: files that somebody looked at and that may be running are never replaced,
 * even by the same version.
 */
export const newPackageDir = (name: string, version: string) =>
  join('plugins', 'packages', name, `${version.replace(/[^\w.+-]/g, '_')}-${randomBytes(4).toString('hex')}`)

/**
 * Where the package of a plugin lies on this server. What is stored is relative to the data folder, so that the folder can be
 * moved, restored elsewhere and shared; former versions stored the whole path.
 */
export function packageFolderOf(config: DataFolder, plugin: Pick<PluginView, 'packageDir'>): string | undefined {
  const { packageDir } = plugin
  if (packageDir === null) return undefined
  if (!isAbsolute(packageDir)) return resolve(config.data_dir, packageDir)
  const moved = join(packagesFolder(config, basename(dirname(packageDir))), basename(packageDir))
  const wasInDataFolder = basename(dirname(dirname(packageDir))) === 'packages'
  return existsSync(moved) || (wasInDataFolder && !existsSync(packageDir)) ? moved : packageDir
}
