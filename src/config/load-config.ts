import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkSettingValue } from './check-setting-value.ts'
import { ConfigError, type ConfigFault } from './config-fault.ts'
import type { GivenSetting, ParsedConfigSource } from './given-setting.ts'
import { parseYamlConfig } from './parse-yaml-config.ts'
import { readEnvironment } from './read-environment.ts'
import { flattenSettings } from './setting.ts'
import { type Config, settingDeclarations } from './settings.ts'

/** Read when no file is named and this one is in the working directory. */
export const defaultConfigFile = 'lectern.yaml'

export interface ConfigSources {
  /** A configuration file that must exist. */
  file?: string
  environment?: Readonly<Record<string, string | undefined>>
  /** From the command line, by setting. */
  flags?: readonly GivenSetting[]
}

/** File, then environment, then flags: the later wins. Throws a ConfigError that contains every fault. */
export function loadConfig({ file, environment = {}, flags = [] }: ConfigSources = {}): Config {
  const sources: ParsedConfigSource[] = [
    readFile(file),
    readEnvironment(settingDeclarations, environment),
    { given: [...flags], faults: [] },
  ]
  const faults = sources.flatMap((source) => source.faults)
  const known = new Map(flattenSettings(settingDeclarations))
  const values = new Map<string, { value: unknown; source: string }>()
  for (const { key, below, value, source } of sources.flatMap((one) => one.given)) {
    const before = below.length > 0 ? (values.get(key)?.value ?? known.get(key)?.fallback) : undefined
    values.set(key, { value: below.length > 0 ? setBelow(before, below, value) : value, source })
  }
  for (const [key, { value, source }] of values) {
    for (const fault of checkSettingValue(known.get(key)!.schema, value)) {
      faults.push({ key: fault.path === '' ? key : `${key}.${fault.path}`, source, message: fault.message })
    }
  }
  const givenFor = (key: string) => (values.has(key) ? values.get(key)!.value : known.get(key)?.fallback)
  for (const [key, { value, source }] of values) {
    const missing = value === null ? undefined : known.get(key)!.needs.find((other) => givenFor(other) === null)
    if (missing) faults.push({ key, source, message: `also needs ${missing}` })
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return assemble(new Map([...values].map(([key, { value }]) => [key, value])))
}

/** Every setting at its default. For tests, and as a base for changing single values. */
export function defaultConfig(): Config {
  return assemble(new Map())
}

function readFile(file: string | undefined): ParsedConfigSource {
  if (file === undefined && !existsSync(defaultConfigFile)) return { given: [], faults: [] }
  const name = file ?? defaultConfigFile
  try {
    return parseYamlConfig(settingDeclarations, readFileSync(resolve(name), 'utf8'), name)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'no permission' : message
    const fault: ConfigFault = { key: '(file)', source: name, message: `cannot be read: ${why}` }
    return { given: [], faults: [fault] }
  }
}

function assemble(values: ReadonlyMap<string, unknown>): Config {
  const config: Record<string, unknown> = {}
  for (const [key, { fallback }] of flattenSettings(settingDeclarations)) {
    const path = key.split('.')
    const last = path.pop()!
    let section = config
    for (const name of path) {
      section[name] ??= {}
      section = section[name] as Record<string, unknown>
    }
    section[last] = values.has(key) ? values.get(key) : structuredClone(fallback)
  }
  return config as Config
}

function setBelow(whole: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const copy = { ...(whole as Record<string, unknown> | null | undefined) }
  copy[name] = setBelow(copy[name], rest, value)
  return copy
}
