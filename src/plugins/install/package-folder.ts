import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { pluginsDir } from '../host/launch-plugin.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import { downloadPackage } from './download-package.ts'
import { unpackPackage } from './unpack-package.ts'

export const packageFolder = (config: Pick<Config, 'data_dir'>, name: string, version: string) =>
  join(pluginsDir(config), 'packages', name, version.replace(/[^\w.+-]/g, '_'))

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
