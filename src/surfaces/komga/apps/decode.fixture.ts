import type { Static, TSchema } from 'typebox'
import { Errors } from 'typebox/value'

/** As strict as an app's own decoder: its required fields must be present, with the expected types. */
export function decode<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const faults = Errors(schema, value).map(({ instancePath, message }) => `${instancePath} ${message}`)
  if (faults.length > 0) throw new Error(`cannot be decoded: ${faults.join('; ')}\n${JSON.stringify(value, null, 1)}`)
  return value as Static<S>
}
