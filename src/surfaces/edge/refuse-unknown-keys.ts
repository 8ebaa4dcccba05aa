import type { TSchema } from 'typebox'
import { nearestWord } from '../../config/nearest-word.ts'
import { alternateKeySpelling, type JsonSchema } from '../../contract/documented-body-schema.ts'
import type { Fault } from '../../contract/problems.ts'

/** Returns the body with each key as its schema spells it. Unknown keys are faults, and left out. */
type ReadKeys = (value: unknown, path: string, faults: Fault[]) => unknown

/**
 * Refuses keys that a body's schema doesn't name: if a misspelt `expiresAt` were silently dropped, the API key would
 * never expire. Undefined if there is nothing to refuse, because the schema accepts anything.
 */
export function makeUnknownKeyCheck(schema: TSchema | undefined): ReadKeys | undefined {
  return readerOf([schema as JsonSchema | undefined])
}

/** For a route without a body: anything sent was meant to have an effect. */
export function refuseUnwantedBody(body: unknown, queryNames: readonly string[], faults: Fault[]): void {
  if (!isObject(body)) return
  for (const name of Object.keys(body).slice(0, MAX_FAULTS)) {
    const inQuery = queryNames.includes(name)
    const message = inQuery ? 'belongs in the query, not in the body' : 'is not allowed: this request takes no body'
    faults.push({ path: shown(name), message })
  }
}

/** With several alternatives, every key of each is known; the validation decides which alternative applies. */
function readerOf(given: readonly (JsonSchema | undefined)[]): ReadKeys | undefined {
  const schemas = given.flatMap((schema) => schema?.anyOf ?? [schema]).filter((schema) => schema?.type !== 'null')
  if (schemas.some((schema) => !schema || isAnything(schema))) return undefined
  const choices = schemas as JsonSchema[]
  const ofObject = objectReader(choices.filter(({ type }) => type === 'object'))
  const items = choices.filter(({ type }) => type === 'array').map((schema) => schema.items)
  const ofItem = items.length > 0 ? readerOf(items) : undefined
  if (!ofObject && !ofItem) return undefined
  return (value, path, faults) => {
    if (Array.isArray(value)) return ofItem ? value.map((item, at) => ofItem(item, join(path, at), faults)) : value
    return ofObject && isObject(value) ? ofObject(value, path, faults) : value
  }
}

function objectReader(choices: readonly JsonSchema[]): ReadKeys | undefined {
  if (choices.length === 0) return undefined
  const names = [...new Set(choices.flatMap(({ properties }) => Object.keys(properties ?? {})))]
  const fields = new Map(names.map((name) => [name, readerOf(schemasOf(choices, name))]))
  const rest = choices.flatMap(({ patternProperties }) => Object.values(patternProperties ?? {}))
  const ofRest = rest.length > 0 ? readerOf(rest) : undefined
  const isOpen =
    rest.length > 0 || choices.some(({ additionalProperties: more }) => more !== undefined && more !== false)
  if (isOpen && !ofRest && [...fields.values()].every((read) => !read)) return undefined
  const spellings = new Map(names.map((name) => [alternateKeySpelling(name), name]))

  return (value, path, faults) => {
    const read = new Map<string, unknown>()
    for (const [name, field] of Object.entries(value as object)) {
      const meant = fields.has(name) ? name : (spellings.get(name) ?? name)
      if (fields.has(meant)) {
        const before = read.has(meant) ? JSON.stringify(read.get(meant)) : undefined
        const now = fields.get(meant)?.(field, join(path, name), faults) ?? field
        if (before !== undefined && before !== JSON.stringify(now)) {
          faults.push({
            path: join(path, meant),
            message: `is given twice, as ${meant} and ${alternateKeySpelling(meant)}`,
          })
        }
        read.set(meant, now)
      } else if (isOpen) read.set(name, ofRest?.(field, join(path, name), faults) ?? field)
      else if (faults.length < MAX_FAULTS) {
        faults.push({ path: join(path, shown(name)), message: unknownBodyKeyMessage(name, names) })
      }
    }
    return Object.fromEntries(read)
  }
}

const schemasOf = (choices: readonly JsonSchema[], name: string) =>
  choices.flatMap(({ properties }) => (properties && Object.hasOwn(properties, name) ? [properties[name]] : []))

/** An object without properties may be anything; a recursive schema is validated by its handler. */
function isAnything({ type, properties, patternProperties, $ref }: JsonSchema): boolean {
  if ($ref !== undefined) return true
  return type === 'object' && !patternProperties && Object.keys(properties ?? {}).length === 0
}

export function unknownBodyKeyMessage(name: string, names: readonly string[]): string {
  const known = nearestWord(shown(name), names)
  return known === undefined ? 'is not a known field' : `is not a known field; did you mean ${known}?`
}

const shown = (name: string): string => (name.length > MAX_SHOWN_LENGTH ? `${name.slice(0, MAX_SHOWN_LENGTH)}…` : name)
const join = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MAX_FAULTS = 100
const MAX_SHOWN_LENGTH = 100
