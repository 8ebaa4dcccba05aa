import type { TSchema } from 'typebox'
import { type ParsedConfigSource, unknownSettingFault } from './given-setting.ts'
import { loadYamlPackage } from './load-yaml-package.ts'
import { flattenSettings, type SettingTree } from './setting.ts'

const start = 'LECTERN_'

/** `LECTERN_SERVER__PORT=9000`; variables of other programs are ignored. */
export function readEnvironment(
  tree: SettingTree,
  environment: Readonly<Record<string, string | undefined>>,
): ParsedConfigSource {
  const found: ParsedConfigSource = { given: [], faults: [] }
  const known = new Map(flattenSettings(tree))
  for (const [name, content] of Object.entries(environment)) {
    if (!name.startsWith(start) || content === undefined || isOfKubernetes(name, content)) continue
    // A folder for the tests; a server must still start with it set.
    if (name === 'LECTERN_CORPUS') continue
    const path = name.slice(start.length).toLowerCase().split('__')
    const length = path.findIndex((_, i) => known.has(path.slice(0, i + 1).join('.'))) + 1
    const key = path.slice(0, length).join('.')
    const below = path.slice(length)
    const target = known.get(key)
    const schema = target && schemaBelow(target.schema, below)
    const source = `environment ${name}`
    if (schema) found.given.push({ key, below, value: parseSettingText(schema, content), source })
    else found.faults.push(unknownSettingFault(tree, path.join('.'), source))
  }
  return found
}

/**
 * Kubernetes sets variables for every service in every container: a service named `lectern` or `lectern-database` adds
 * `LECTERN_SERVICE_HOST`, `LECTERN_PORT=tcp://…` and more, which aren't meant as settings.
 */
function isOfKubernetes(name: string, content: string): boolean {
  return (
    /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP|SCTP)/.test(name) || /_PORT=(tcp|udp|sctp):/.test(`${name}=${content}`)
  )
}

/** Parses text as the type of the setting. Text that doesn't fit is returned as it is and refused by the check. */
export function parseSettingText(schema: TSchema, content: string): unknown {
  const types = typesOf(schema)
  if (types.has('string') && !types.has('boolean')) return content === '' && types.has('null') ? null : content
  if (types.has('array') && !content.trim().startsWith('[')) {
    const items = content.split(',').map((item) => item.trim())
    return items.filter((item) => item !== '')
  }
  // Most values: a number or a boolean.
  if (/^(true|false|0|[1-9]\d*)$/.test(content)) return JSON.parse(content)
  try {
    return loadYamlPackage().parse(content)
  } catch {
    return content
  }
}

function typesOf(schema: TSchema): Set<string> {
  const { type, anyOf, enum: values } = schema as { type?: string; anyOf?: TSchema[]; enum?: unknown[] }
  if (anyOf) return new Set(anyOf.flatMap((one) => [...typesOf(one)]))
  return new Set(type ? [type] : (values ?? []).map((value) => typeof value))
}

/** The schema of a field inside a setting that holds a map, e.g. `providers.<name>.client_id`. */
function schemaBelow(schema: TSchema, path: readonly string[]): TSchema | undefined {
  const [name, ...rest] = path
  if (name === undefined) return schema
  const { properties, patternProperties } = schema as {
    properties?: Record<string, TSchema>
    patternProperties?: Record<string, TSchema>
  }
  const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
  const next = own ?? Object.values(patternProperties ?? {})[0]
  return next && schemaBelow(next, rest)
}
