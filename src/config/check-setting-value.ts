import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { describeValueFault, nameOfType } from '../contract/describe-value-fault.ts'
import type { Fault } from '../contract/problems.ts'

/** What is wrong with a value; empty if it is valid. Paths are dotted, relative to the setting. */
export function checkSettingValue(schema: TSchema, value: unknown): Fault[] {
  // Most libraries set nothing; scanning one of those needn't load the schema validator.
  if (needsNothing(schema) && isEmptyObject(value)) return []
  let validate = validatorCache.get(schema)
  if (!validate) {
    ajv ??= openAjv()
    validate = ajv.compile(schema)
    validatorCache.set(schema, validate)
  }
  if (validate(value)) return []
  return words(validate.errors ?? [])
}

let ajv: Ajv2020 | undefined

function openAjv(): Ajv2020 {
  const require = createRequire(import.meta.url)
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats')
  // The schemas are ours: compiling the meta-schema would take a tenth of the start.
  const opened = new Ajv({ allErrors: true, strict: false, verbose: true, validateSchema: false })
  addFormats.default(opened)
  opened.addFormat('cidr', (text: string) => {
    const [address = '', bits, ...rest] = text.split('/')
    const family = isIP(address)
    if (family === 0 || rest.length > 0) return false
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  })
  return opened
}

function needsNothing(schema: TSchema & { type?: string; required?: string[] }): boolean {
  return schema.type === 'object' && (schema.required ?? []).length === 0
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}

/** The schemas are constants of the program. */
const validatorCache = new WeakMap<TSchema, ValidateFunction>()

function words(errors: ErrorObject[]): Fault[] {
  const path = (error: ErrorObject) => error.instancePath.slice(1).replaceAll('/', '.')
  const either = errors.find((error) => error.keyword === 'anyOf')
  if (either) {
    const branches = errors.filter((error) => error !== either && error.keyword !== 'type')
    const types = errors.flatMap((error) => (error.keyword === 'type' ? [nameOfType(error.params.type)] : []))
    const message = branches.map(describeError)[0] ?? `must be ${types.join(' or ')}`
    return [{ path: path(either), message }]
  }
  return errors.map((error) => ({ path: path(error), message: describeError(error) }))
}

function describeError(error: ErrorObject): string {
  if (error.keyword === 'enum') return `must be one of ${error.params.allowedValues.join(', ')}`
  if (error.keyword === 'const') return `must be ${JSON.stringify(error.params.allowedValue)}`
  if (error.keyword === 'additionalProperties' && error.parentSchema?.['x-words'])
    return `"${error.params.additionalProperty}" ${error.parentSchema['x-words']}`
  if (error.keyword === 'additionalProperties') return `has no setting "${error.params.additionalProperty}"`
  if (error.keyword === 'required') return `needs "${error.params.missingProperty}"`
  if (error.keyword === 'format' && error.params.format === 'cidr') return 'must be an IP address or network'
  if (error.keyword === 'pattern' && error.parentSchema?.['x-words']) return String(error.parentSchema['x-words'])
  if (error.keyword === 'minLength') return `must have at least ${error.params.limit} characters`
  return describeValueFault(error.keyword, error.params) ?? error.message ?? 'is not valid'
}
