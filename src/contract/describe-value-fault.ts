/** The name of a JSON type in a sentence. */
const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

export const nameOfType = (type: unknown): string =>
  (Array.isArray(type) ? type : [type]).map((one) => typeNames[String(one)] ?? String(one)).join(' or ')

/**
 * Describes a value of the wrong type or out of its range, as a native speaker would; undefined for any other fault.
 */
export function describeValueFault(keyword: string, params: Record<string, unknown>): string | undefined {
  if (keyword === 'type') return `must be ${nameOfType(params.type)}`
  if (keyword === 'minimum') return `must be at least ${params.limit}`
  if (keyword === 'maximum') return `must be at most ${params.limit}`
  return undefined
}
