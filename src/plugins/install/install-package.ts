import { cp, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { problem } from '../../contract/problems.ts'
import type { PluginOrigin } from '../../store/plugin/read.ts'
import { newPackageDir } from '../plugin-folders.ts'
import { objectOrUndefined, textOrUndefined } from '../protocol/untrusted-values.ts'
import { downloadPackage, integrityOf, parseNpmSpec } from './download-package.ts'
import { unpackPackage } from './unpack-package.ts'

export interface InstalledPlugin {
  /** The plugin's name: the requested one, or one derived from the package. */
  name: string
  version: string
  description: string | null
  origin: PluginOrigin
  /** Relative to the data folder. */
  packageDir: string
  /** The script to run, relative to the folder. */
  entry: string
}

/** Fetches and unpacks a package without running any of its code. */
export async function installPackage(
  config: Config,
  from: { package: string } | { path: string },
  givenName?: string,
): Promise<InstalledPlugin> {
  if ('package' in from) {
    const wanted = parseNpmSpec(from.package)
    const name = givenName ?? nameFor(wanted.name)
    const { version, integrity, bytes } = await downloadPackage(config, wanted.name, wanted.version)
    const packageDir = newPackageDir(name, version)
    const folder = resolve(config.data_dir, packageDir)
    await unpackPackage(bytes, folder)
    const origin = { kind: 'npm', package: wanted.name, version, integrity } as const
    return { ...(await describeOrRemove(folder)), name, version, origin, packageDir }
  }
  return installFromPath(config, from.path, givenName)
}

async function installFromPath(config: Config, given: string, givenName: string | undefined): Promise<InstalledPlugin> {
  if (!isAbsolute(given)) throw problem('validation_failed', 'The path must be absolute.')
  const path = resolve(given)
  const what = await stat(path).catch(() => undefined)
  // A device or a pipe could be read without end.
  if (!(what?.isFile() || what?.isDirectory()))
    throw problem('not_found', `There is no file or folder at ${path} on the server.`)
  if (what.isFile()) {
    if (what.size > MAX_TARBALL_BYTES) throw problem('unprocessable', 'The package is too large.')
    const bytes = await readFile(path)
    // The name is known only once the package is unpacked.
    const staging = resolve(config.data_dir, newPackageDir('.incoming', 'tarball'))
    await unpackPackage(bytes, staging)
    const about = await describeOrRemove(staging)
    const name = givenName ?? nameFor(about.package)
    const packageDir = newPackageDir(name, about.version)
    const folder = resolve(config.data_dir, packageDir)
    await mkdir(dirname(folder), { recursive: true })
    await rename(staging, folder)
    const origin = {
      kind: 'tarball',
      package: about.package,
      version: about.version,
      path,
      integrity: integrityOf(bytes),
    } as const
    return { ...about, name, origin, packageDir }
  }
  const about = await describe(path)
  const name = givenName ?? nameFor(about.package)
  const packageDir = newPackageDir(name, about.version)
  await copyFolder(path, resolve(config.data_dir, packageDir))
  const origin = { kind: 'folder', package: about.package, version: about.version, path } as const
  return { ...about, name, origin, packageDir }
}

/** Copies the files, so that what was reviewed is what runs. */
async function copyFolder(from: string, to: string): Promise<void> {
  const paths = await listFiles(from)
  let size = 0
  for (const path of paths) size += (await lstat(path)).size
  if (size > MAX_FOLDER_BYTES) throw problem('unprocessable', 'The package is too large.')
  for (const path of paths) {
    await cp(path, join(to, path.slice(from.length)), { recursive: true })
  }
}

/** Follows no links, not even to folders: a recursive readdir would put outside files within the plugin's reach. */
async function listFiles(folder: string, found: string[] = []): Promise<string[]> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') await listFiles(path, found)
    else if (entry.isFile()) found.push(path)
    if (found.length > 5000) throw problem('unprocessable', 'The folder has more than 5000 files.')
  }
  return found
}

async function describeOrRemove(folder: string) {
  try {
    return await describe(folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function describe(folder: string) {
  const manifest = join(folder, 'package.json')
  const found = await lstat(manifest).catch(() => undefined)
  if (!found?.isFile()) throw problem('unprocessable', 'The package has no package.json.')
  if (found.size > MAX_MANIFEST_BYTES) throw problem('unprocessable', 'The package is too large.')
  const text = await readFile(manifest, 'utf8')
  const about = parseJson(text)
  const bin =
    textOrUndefined(about?.bin, 500) ?? textOrUndefined(Object.values(objectOrUndefined(about?.bin) ?? {})[0], 500)
  const entry = (bin ?? textOrUndefined(about?.main, 500) ?? 'index.js').replace(/^\.\//, '')
  if (isAbsolute(entry) || entry.split('/').includes('..')) {
    throw problem('unprocessable', 'The package names a script outside its folder.')
  }
  const script = await lstat(join(folder, entry)).catch(() => undefined)
  if (!script?.isFile()) throw problem('unprocessable', `The package has no ${entry} to run.`)
  return {
    package: textOrUndefined(about?.name, 214) ?? 'plugin',
    version: textOrUndefined(about?.version, 100) ?? '0.0.0',
    description: textOrUndefined(about?.description, 4000) ?? null,
    entry,
  }
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return objectOrUndefined(JSON.parse(text))
  } catch {
    throw problem('unprocessable', 'The package.json of the package is not valid JSON.')
  }
}

/** `@ashdev/codex-plugin-metadata-openlibrary` becomes `metadata-openlibrary`. */
function nameFor(packageName: string): string {
  const plain = packageName
    .replace(/^@[^/]*\//, '')
    .replace(/^[a-z]+-plugin-/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain.slice(0, 80) || 'plugin'
}

const MAX_TARBALL_BYTES = 32 << 20
const MAX_MANIFEST_BYTES = 1 << 20
const MAX_FOLDER_BYTES = 100 << 20
