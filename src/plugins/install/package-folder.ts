import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { pluginsDir } from '../host/launch-plugin.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import { downloadPackage } from './download-package.ts'
import { unpackPackage } from './unpack-package.ts'

/** All versions of a plugin. */
export const packagesFolder = (config: Pick<Config, 'data_dir'>, name: string) =>
  join(pluginsDir(config), 'packages', name)

/** A new one each time: files that somebody looked at and that may be running are never replaced, even by the same version. */
export const newPackageFolder = (config: Pick<Config, 'data_dir'>, name: string, version: string) =>
  join(packagesFolder(config, name), `${version.replace(/[^\w.+-]/g, '_')}-${randomBytes(4).toString('hex')}`)

/** Another server may have installed it: what came from a registry is fetched again, to the byte. */
export async function ensurePackage(config: Config, plugin: PluginView): Promise<void> {
  const { origin, packageDir } = plugin
  if (packageDir === null || existsSync(packageDir)) return
  if (origin.kind !== 'npm') {
    throw new PluginError(rpcCodes.configError, `The files of the plugin are not on this server: ${packageDir}`)
  }
  const { bytes } = await downloadPackage(config, origin.package, origin.version, origin.integrity)
  await unpackPackage(bytes, packageDir)
}
