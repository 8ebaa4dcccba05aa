import { execFile } from 'node:child_process'
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { Problem, problem } from '../../contract/problems.ts'
import { objectOrUndefined, textOrUndefined } from '../protocol/untrusted-values.ts'
import { readResponseBody } from '../read-response-body.ts'

export interface DownloadedPackage {
  version: string
  integrity: string
  bytes: Uint8Array
}

/** How long the registry may take for what it knows of a package, and for the package itself. */
export interface RegistryPatience {
  aboutMs: number
  packageMs: number
}

/** Downloads one version from the registry and checks it against the checksum of the registry or an earlier install. */
export async function downloadPackage(
  config: Config,
  name: string,
  wanted: string,
  knownIntegrity?: string,
  { aboutMs, packageMs }: RegistryPatience = { aboutMs: 20_000, packageMs: 60_000 },
): Promise<DownloadedPackage> {
  const registry = await registryFor(config, name)
  const about = await fetchJson(
    registry,
    `${encodeURIComponent(name).replace('%40', '@')}/${encodeURIComponent(wanted)}`,
    aboutMs,
  )
  const dist = objectOrUndefined(about?.dist)
  const [version, tarball] = [textOrUndefined(about?.version, 100), textOrUndefined(dist?.tarball, 2000)]
  if (!version || !tarball) throw problem('not_found', `The registry has no ${name}@${wanted}.`)
  if (!VERSION.test(version)) throw problem('unprocessable', 'The registry gave an invalid version or address.')
  const integrity = textOrUndefined(dist?.integrity, 500) ?? shasum(dist?.shasum)
  if (!integrity) throw problem('unprocessable', `The registry gives no checksum for ${name}@${version}.`)
  if (knownIntegrity !== undefined && knownIntegrity !== integrity) {
    throw problem('unprocessable', `${name}@${version} in the registry differs from what was installed before.`)
  }
  const url = URL.parse(tarball)
  if (url === null) throw problem('unprocessable', 'The registry gave an invalid version or address.')
  const bytes = await fetchBytes(registry, url, packageMs)
  if (!isIntact(bytes, integrity)) throw problem('unprocessable', `${name}@${version} doesn’t match its checksum.`)
  return { version, integrity, bytes }
}

/** `name`, `name@version`, `@scope/name@version`. */
export function parseNpmSpec(text: string): { name: string; version: string } {
  const found = /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:@([\w.+-]{1,100}))?$/i.exec(text.trim())
  if (!found || text.length > 300)
    throw problem('validation_failed', `“${text}” is not a valid package. Use the form name@version.`)
  return { name: found[1]!, version: found[2] ?? 'latest' }
}

export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`
}

function isIntact(bytes: Uint8Array, integrity: string): boolean {
  const strongest = ['sha512', 'sha384', 'sha256', 'sha1']
  const given = integrity.split(/\s+/).flatMap((one) => {
    const [, algorithm, digest] = /^(sha\d+)-([A-Za-z0-9+/=]+)/.exec(one) ?? []
    return algorithm && digest && strongest.includes(algorithm) ? [{ algorithm, digest }] : []
  })
  given.sort((a, b) => strongest.indexOf(a.algorithm) - strongest.indexOf(b.algorithm))
  const best = given[0]
  if (!best) return false
  const [is, wanted] = [createHash(best.algorithm).update(bytes).digest(), Buffer.from(best.digest, 'base64')]
  return is.length === wanted.length && timingSafeEqual(is, wanted)
}

const shasum = (value: unknown): string | undefined => {
  const hex = textOrUndefined(value, 40)
  return hex && /^[0-9a-f]{40}$/i.test(hex) ? `sha1-${Buffer.from(hex, 'hex').toString('base64')}` : undefined
}

interface Registry {
  url: URL
  token: string | undefined
}

/** The registry that npm would use: from its variables, then from its files; a scope may have its own registry. */
async function registryFor(config: Config, name: string): Promise<Registry> {
  const settings = npmSettings()
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : undefined
  const text =
    config.plugins.registry ??
    (scope && settings.get(`${scope}:registry`)) ??
    settings.get('registry') ??
    (await registryOfNpm())
  const url = new URL(text.endsWith('/') ? text : `${text}/`)
  return { url, token: settings.get(`//${url.host}${url.pathname}:_authToken`) }
}

/** Where nothing is configured, npm knows its own default. */
function registryOfNpm(): Promise<string> {
  const isWindows = process.platform === 'win32'
  return new Promise((resolve, reject) => {
    const command = isWindows ? 'npm.cmd' : 'npm'
    execFile(command, ['config', 'get', 'registry'], { timeout: 20_000, shell: isWindows }, (error, output) => {
      const url = output?.trim().split(/\s+/).at(-1)
      if (!error && url && URL.canParse(url)) resolve(url)
      else reject(problem('unprocessable', 'No npm registry is configured. Set plugins.registry to its address.'))
    })
  })
}

function npmSettings(): Map<string, string> {
  const files = [
    '/etc/npmrc',
    '/usr/etc/npmrc',
    '/usr/local/etc/npmrc',
    process.env.NPM_CONFIG_GLOBALCONFIG,
    process.env.NPM_CONFIG_USERCONFIG ?? join(homedir(), '.npmrc'),
    join(process.cwd(), '.npmrc'),
  ]
  const settings = new Map<string, string>()
  for (const file of files) for (const [name, value] of readNpmrc(file)) settings.set(name, value)
  for (const name of ['npm_config_registry', 'NPM_CONFIG_REGISTRY']) {
    const value = process.env[name]
    if (value) settings.set('registry', value)
  }
  return settings
}

function readNpmrc(file: string | undefined): [string, string][] {
  if (!file) return []
  try {
    return readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .flatMap((line): [string, string][] => {
        const found = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line)
        if (!found) return []
        const value = found[2]!.replace(/^"(.*)"$/, '$1').replace(/\$\{(\w+)\}/g, (_, name) => process.env[name] ?? '')
        return [[found[1]!, value]]
      })
  } catch {
    return []
  }
}

async function fetchJson(
  registry: Registry,
  path: string,
  withinMs: number,
): Promise<Record<string, unknown> | undefined> {
  const bytes = await fetchBytes(registry, new URL(path, registry.url), withinMs, MAX_ABOUT_BYTES)
  try {
    return objectOrUndefined(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    throw problem('unprocessable', 'The registry’s response is not valid JSON.')
  }
}

async function fetchBytes(
  { url, token }: Registry,
  from: URL,
  withinMs: number,
  max = MAX_PACKAGE_BYTES,
): Promise<Uint8Array> {
  if (from.protocol !== 'https:' && from.protocol !== 'http:') {
    throw problem('unprocessable', 'The registry gave an address that is neither http nor https.')
  }
  // The token is for its registry only, not for other hosts that the registry refers to.
  const headers = token && from.host === url.host ? { authorization: `Bearer ${token}` } : undefined
  try {
    const answer = await fetch(from, { headers, signal: AbortSignal.timeout(withinMs) })
    if (answer.status === 404) throw problem('not_found', 'The registry doesn’t have this package or version.')
    if (!answer.ok) throw problem('unprocessable', `The registry responded with status ${answer.status}.`)
    const bytes = await readResponseBody(answer, max)
    if (!bytes) throw problem('unprocessable', `The package is larger than ${max >> 20} MiB.`)
    return bytes
  } catch (error) {
    if (error instanceof Problem) throw error
    if ((error as Error).name === 'TimeoutError') {
      throw problem('unprocessable', `The registry didn’t respond within ${withinMs / 1000} s.`)
    }
    const cause = (error as Error).cause as Error | undefined
    throw problem('unprocessable', `The registry can’t be reached: ${cause?.message ?? (error as Error).message}`)
  }
}

const VERSION = /^[\w.+-]+$/
const MAX_ABOUT_BYTES = 4 << 20
const MAX_PACKAGE_BYTES = 32 << 20
