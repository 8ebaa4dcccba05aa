import { isIP } from 'node:net'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import type { Fault } from '../contract/problems.ts'

/** What is wrong with a value; empty when nothing is. Paths are dotted, below the setting. */
export function checkValue(schema: TSchema, value: unknown): Fault[] {
  let validate = validatorCache.get(schema)
  if (!validate) {
    validate = ajv.compile(schema)
    validatorCache.set(schema, validate)
  }
  if (validate(value)) return []
  return words(validate.errors ?? [])
}

// The schemas are our own: to compile the schema of schemas would be a tenth of the start.
const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, validateSchema: false })
addFormats.default(ajv)
ajv.addFormat('cidr', (text: string) => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
})

/** The schemas are constants of the program. */
const validatorCache = new WeakMap<TSchema, ValidateFunction>()

function words(errors: ErrorObject[]): Fault[] {
  const path = (error: ErrorObject) => error.instancePath.slice(1).replaceAll('/', '.')
  const either = errors.find((error) => error.keyword === 'anyOf')
  if (either) {
    const branches = errors.filter((error) => error !== either && error.keyword !== 'type')
    const types = errors.flatMap((error) => (error.keyword === 'type' ? [String(error.params.type)] : []))
    const message = branches.map(say)[0] ?? `must be ${types.join(' or ')}`
    return [{ path: path(either), message }]
  }
  return errors.map((error) => ({ path: path(error), message: say(error) }))
}

function say(error: ErrorObject): string {
  if (error.keyword === 'enum') return `must be one of ${error.params.allowedValues.join(', ')}`
  if (error.keyword === 'const') return `must be ${JSON.stringify(error.params.allowedValue)}`
  if (error.keyword === 'additionalProperties' && error.parentSchema?.['x-words'])
    return `"${error.params.additionalProperty}" ${error.parentSchema['x-words']}`
  if (error.keyword === 'additionalProperties') return `has no setting "${error.params.additionalProperty}"`
  if (error.keyword === 'required') return `needs "${error.params.missingProperty}"`
  if (error.keyword === 'format' && error.params.format === 'cidr') return 'must be an IP address or network'
  if (error.keyword === 'pattern' && error.parentSchema?.['x-words']) return String(error.parentSchema['x-words'])
  if (error.keyword === 'minLength') return `must have at least ${error.params.limit} characters`
  return error.message ?? 'is not valid'
}
