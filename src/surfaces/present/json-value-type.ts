/** The type of value that a program has to expect. */
export function jsonValueTypeOf(value: unknown): 'string' | 'integer' | 'float' | 'boolean' | 'json' {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  return 'json'
}
