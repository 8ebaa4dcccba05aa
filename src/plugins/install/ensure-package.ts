import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { packageFolderOf } from '../plugin-folders.ts'
import { splitNodeArgs } from '../process/sandbox.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import { downloadPackage, integrityOf } from './download-package.ts'
import { unpackPackage } from './unpack-package.ts'

/** Whether the files needed to start the plugin exist. */
export function isPackageHere(config: Pick<Config, 'data_dir'>, plugin: PluginView): boolean {
  const folder = packageFolderOf(config, plugin)
  if (folder === undefined) return true
  return existsSync(join(folder, 'package.json')) && existsSync(scriptOf(plugin, folder) ?? folder)
}

/** Whether this server has the plugin's files or can get them again. */
export function canGetPackage(config: Pick<Config, 'data_dir'>, plugin: PluginView): boolean {
  const { origin } = plugin
  if (packageFolderOf(config, plugin) === undefined) return missingFileOfCommand(plugin) === undefined
  return (
    isPackageHere(config, plugin) || origin.kind === 'npm' || (origin.kind === 'tarball' && existsSync(origin.path))
  )
}

/** A plugin without a package names its files in its command. Undefined if those that can be checked exist. */
export function missingFileOfCommand({ command, args }: Pick<PluginView, 'command' | 'args'>): string | undefined {
  return filesOfCommand(command, args).find((file) => !existsSync(file))
}

function filesOfCommand(command: string, args: readonly string[]): string[] {
  if (command !== 'node') {
    const [script = ''] = args
    // The first argument of an interpreter; one without an ending may be anything.
    return [command, ...(/\.\w{1,5}$/.test(script) ? [script] : [])].filter((one) => isAbsolute(one))
  }
  try {
    const { imports, script } = splitNodeArgs(args, undefined)
    return [...imports, script]
  } catch {
    return []
  }
}

/** Undefined for other commands and for invalid arguments, whose error appears when the plugin is started. */
function scriptOf({ command, args }: PluginView, folder: string): string | undefined {
  try {
    return command === 'node' ? splitNodeArgs(args, folder).script : undefined
  } catch {
    return undefined
  }
}

/**
 * Fetches missing files of a package again: another server may have installed it, or its files got lost. Needs a known
 * checksum, so that the result is identical.
 */
export async function ensurePackage(config: Config, plugin: PluginView): Promise<void> {
  const folder = packageFolderOf(config, plugin)
  if (folder === undefined || isPackageHere(config, plugin)) return
  // Starts, tests and users' calls may all wait for the same files at once.
  const fetching = underWay.get(folder) ?? fetchAgain(config, plugin, folder).finally(() => underWay.delete(folder))
  underWay.set(folder, fetching)
  await fetching
}

const underWay = new Map<string, Promise<void>>()

async function fetchAgain(config: Config, { origin }: PluginView, folder: string): Promise<void> {
  if (origin.kind === 'npm') {
    try {
      const { bytes } = await downloadPackage(config, origin.package, origin.version, origin.integrity)
      return await unpackPackage(bytes, folder)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new PluginError(
        'PACKAGE_MISSING',
        `The plugin’s files are missing, and they couldn’t be downloaded again: ${reason}`,
      )
    }
  }
  if (origin.kind === 'tarball') {
    const bytes = await readFile(origin.path).catch(() => undefined)
    if (bytes && integrityOf(bytes) === origin.integrity) return unpackPackage(bytes, folder)
  }
  throw new PluginError(rpcCodes.configError, `The files of the plugin are not on this server: ${folder}`)
}
