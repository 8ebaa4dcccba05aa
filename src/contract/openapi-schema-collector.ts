type Json = Record<string, unknown>

/** Collects schemas that have a title, so that the document contains each of them once. */
export interface SchemaCollector {
  /** The schema with every titled part replaced by a reference. */
  refer(schema: unknown): Json
  readonly components: Json
  /** Titles shared by two different schemas; the second is written inline. */
  readonly clashes: ReadonlySet<string>
}

export function makeSchemaCollector(): SchemaCollector {
  const components: Record<string, unknown> = {}
  const sources = new Map<string, string>()
  const clashes = new Set<string>()

  const walk = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(walk)
    if (typeof schema !== 'object' || schema === null) return schema
    const { $id, $defs, 'x-document': shown, ...rest } = schema as Json
    // Where validation is lenient, the document still describes what is meant.
    if (shown) return walk(shown)
    if ($defs) for (const [name, part] of Object.entries($defs)) keep(name, part)
    if (typeof rest.$ref === 'string') return { ...rest, $ref: reference(rest.$ref) }
    return typeof rest.title === 'string' ? keep(nameOf(rest.title), rest) : inside(rest)
  }

  const inside = (schema: Json): Json => {
    const copy: Json = {}
    for (const [key, value] of Object.entries(schema)) {
      if (literal.has(key) || key.startsWith('x-')) copy[key] = key.startsWith('x-') ? undefined : value
      else if (named.has(key)) {
        copy[key] = Object.fromEntries(Object.entries(value as Json).map(([name, part]) => [name, walk(part)]))
      } else copy[key] = walk(value)
    }
    return copy
  }

  const keep = (name: string, schema: unknown): Json => {
    const source = inOrder(schema)
    const before = sources.get(name)
    if (before !== undefined && before !== source) {
      clashes.add(name)
      return inside(schema as Json)
    }
    if (before === undefined) {
      sources.set(name, source)
      const { $id, ...rest } = schema as Json
      components[name] = inside(rest)
    }
    return { $ref: reference(name) }
  }

  return { refer: (schema) => walk(schema) as Json, components, clashes }
}

const literal: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required'])
const named: ReadonlySet<string> = new Set(['properties', 'patternProperties'])

/** Returns the same text for the same schema, whatever the order of its fields. */
function inOrder(schema: unknown): string {
  return JSON.stringify(schema, (key, value) => {
    if (key === 'required' && Array.isArray(value)) return value.toSorted()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

function reference(name: string): string {
  return name.startsWith('#') ? name : `#/components/schemas/${name}`
}

function nameOf(title: string): string {
  return title
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
