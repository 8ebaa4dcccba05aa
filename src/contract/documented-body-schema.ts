import type { TSchema } from 'typebox'

/** The part of JSON Schema that bodies use. */
export interface JsonSchema {
  type?: string
  title?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  additionalProperties?: unknown
  patternProperties?: Record<string, JsonSchema>
  $ref?: string
}

/**
 * Keys are written `expires_at` where the specification does so; apps that write `expiresAt` everywhere are accepted.
 */
export function alternateKeySpelling(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * A body as the API document describes it: unknown keys of an object are refused, and a key with another spelling
 * appears in both. A part that this changes gets its own name, because responses may use the original.
 */
export function toDocumentedBodySchema(schema: TSchema): TSchema {
  return closed(schema as JsonSchema) as TSchema
}

function closed(schema: JsonSchema): JsonSchema {
  const copy = { ...schema }
  if (schema.items) copy.items = closed(schema.items)
  if (schema.anyOf) copy.anyOf = schema.anyOf.map(closed)
  if (schema.patternProperties) copy.patternProperties = inEach(schema.patternProperties)
  if (schema.properties && Object.keys(schema.properties).length > 0) {
    const others = Object.keys(schema.properties).filter((name) => alternateKeySpelling(name) !== name)
    copy.properties = {
      ...inEach(schema.properties),
      ...Object.fromEntries(
        others.map((name) => [alternateKeySpelling(name), alsoKnownAs(name, schema.properties![name]!)]),
      ),
    }
    if (!schema.patternProperties) copy.additionalProperties ??= false
  }
  const isOther = JSON.stringify(copy) !== JSON.stringify(schema)
  if (schema.title && isOther && !ENDS_AS_INPUT.test(schema.title)) copy.title = `${schema.title}Input`
  // A hidden property marks optional fields, and isn't copied.
  return '~optional' in schema ? Object.defineProperty(copy, '~optional', { value: true }) : copy
}

const inEach = (parts: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, closed(part)]))

const alsoKnownAs = (name: string, schema: JsonSchema): JsonSchema =>
  ({ ...closed(schema), description: `An alias of \`${name}\`.` }) as JsonSchema

const ENDS_AS_INPUT = /(?:Input|Patch)$/
