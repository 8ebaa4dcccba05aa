import type { TSchema } from 'typebox'

/**
 * Removes everything from a body that its schema doesn't name: unchecked values must not reach a handler, and through
 * it a query. Undefined if there is nothing to remove, because the schema accepts anything, or refuses unknown keys.
 */
export function makeUnknownFieldRemover(schema: TSchema | undefined): ((value: unknown) => unknown) | undefined {
  const { type, properties, items, anyOf, additionalProperties, patternProperties } = (schema ?? {}) as JsonSchema
  if (anyOf) return onlyObject(anyOf)
  if (type === 'array') {
    const clean = makeUnknownFieldRemover(items)
    return clean && ((value) => (Array.isArray(value) ? value.map(clean) : value))
  }
  const isOpen = additionalProperties !== undefined || patternProperties !== undefined
  if (type !== 'object' || !properties || Object.keys(properties).length === 0) return undefined
  const inside = new Map(Object.entries(properties).map(([name, field]) => [name, makeUnknownFieldRemover(field)]))
  if (isOpen && [...inside.values()].every((clean) => !clean)) return undefined
  return (value) => {
    if (!isObject(value)) return value
    const fields = Object.entries(value).filter(([name]) => isOpen || inside.has(name))
    return Object.fromEntries(fields.map(([name, field]) => [name, inside.get(name)?.(field) ?? field]))
  }
}

interface JsonSchema {
  type?: string
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
  additionalProperties?: unknown
  patternProperties?: unknown
}

/** An object that may be null is still a single object; among several only the validation knows which one it was. */
function onlyObject(choices: readonly TSchema[]): ((value: unknown) => unknown) | undefined {
  const objects = choices.filter((choice) => (choice as JsonSchema).type !== 'null')
  return objects.length === 1 ? makeUnknownFieldRemover(objects[0]) : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
