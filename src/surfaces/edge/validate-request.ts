import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { describeValueFault, nameOfType } from '../../contract/describe-value-fault.ts'
import { type Fault, validationProblem } from '../../contract/problems.ts'
import { isMultipart, type RouteDefinition } from '../../contract/route.ts'
import { isMultipartForm } from './add-body-parsers.ts'
import { makeUnknownFieldRemover } from './drop-unknown-fields.ts'
import { makeUnknownKeyCheck, refuseUnwantedBody, unknownBodyKeyMessage } from './refuse-unknown-keys.ts'
import { wrongMediaTypeProblem } from './request-problems.ts'

export interface CheckedInput {
  params: unknown
  query: unknown
  body: unknown
}

export interface InputCheckOptions {
  /** Unknown keys of the body are faults. Otherwise they are dropped: third-party apps send extra ones. */
  refusesUnknownKeys?: boolean
}

/**
 * Validates a request against its route and throws all faults at once. Compiled on first use: three hundred routes
 * would cost a second at the start.
 */
export function makeInputCheck(
  route: RouteDefinition,
  { refusesUnknownKeys = false }: InputCheckOptions = {},
): (request: FastifyRequest) => CheckedInput {
  const params = makeTextCheck(route.params)
  const query = makeTextCheck(route.query)
  const json = route.body !== undefined && !isMultipart(route.body)
  const body = lazily(values, json ? route.body : undefined)
  const known = json && !refusesUnknownKeys ? makeUnknownFieldRemover(route.body) : undefined
  const readKeys = json && refusesUnknownKeys ? makeUnknownKeyCheck(route.body) : undefined
  const queryNames = Object.keys((route.query as { properties?: object } | undefined)?.properties ?? {})
  const quick = lazily(firstFault, json ? route.body : undefined)
  const optional = json && '~optional' in route.body!

  return (request) => {
    const faults: Fault[] = []
    params(request.params, faults)
    query(request.query, faults)
    if (!json) {
      if (refusesUnknownKeys && route.body === undefined) refuseUnwantedBody(request.body, queryNames, faults)
      if (faults.length > 0) throw validationProblem(faults)
      return request
    }
    if (isMultipartForm(request)) throw wrongMediaTypeProblem()
    let given = request.body === undefined && optional ? {} : request.body
    if (readKeys) given = readKeys(given, '', faults)
    if (given === undefined) faults.push({ path: '', message: 'This request needs a JSON body.' })
    else (isLarge(request) ? quick : body)(given, faults)
    if (faults.length > 0) throw validationProblem(faults.slice(0, maxFaults))
    return { params: request.params, query: request.query, body: known ? known(given) : given }
  }
}

const maxFaults = 100
const LARGE_BYTES = 65_536

/** A body of unknown length is treated as large. */
function isLarge({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > LARGE_BYTES
}

/** The schemas are ours: compiling the meta-schema would only delay the first request. */
const options = { allErrors: true, useDefaults: true, strict: false, verbose: true, validateSchema: false } as const
/** Path and query are text; they are converted to the type in their schema. */
const texts = addAjvFormats(new Ajv2020({ ...options, coerceTypes: 'array' }))
const values = addAjvFormats(new Ajv2020(options))
/** Stops at the first fault: finding all of them in a large body would take longer than everything else. */
const firstFault = addAjvFormats(new Ajv2020({ ...options, allErrors: false }))

export function addAjvFormats(ajv: Ajv2020): Ajv2020 {
  addFormats.default(ajv)
  // The usual pattern also accepts urn:uuid:…, which our ids never look like.
  ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)
  // A leap second is valid syntax, but `Date` can't represent it.
  ajv.addFormat('date-time', (text: string) => MOMENT.test(text) && isRealDay(text) && !Number.isNaN(Date.parse(text)))
  ajv.addFormat('binary', true)
  return ajv
}

const MOMENT = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:?\d\d)$/

/** Otherwise 31 February would become 3 March. */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 10)
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** One readable fault for each problem. */
export function faultsOfAjvErrors(errors: readonly ErrorObject[]): Fault[] {
  const choices = errors.filter((error) => error.keyword === 'anyOf')
  const faults = new Map<string, Fault>()
  for (const error of errors) {
    const choice = choices.find((one) => error !== one && error.schemaPath.startsWith(`${one.schemaPath}/`))
    // For alternatives, only faults deeper inside are helpful; otherwise the choice itself is reported.
    if (choice && error.instancePath.length <= choice.instancePath.length) continue
    if (error.keyword === 'anyOf' && errors.some((one) => isInside(one, error))) continue
    const path = pathOf(error)
    const message = error.keyword === 'anyOf' ? describeChoice(error, errors) : describeError(error)
    faults.set(`${path} ${message}`, { path, message })
  }
  return [...faults.values()]
}

/** A number must be written in digits: what would only be converted to one (0x10, 1e3, a leading blank) stays text. */
function makeTextCheck(schema: TSchema | undefined): (value: unknown, faults: Fault[]) => void {
  const check = lazily(texts, schema)
  const fields = Object.entries((schema as { properties?: Record<string, { type?: unknown }> })?.properties ?? {})
  const numbers = fields.filter(([, { type }]) => type === 'integer' || type === 'number').map(([name]) => name)
  return (value, faults) => {
    const given = value as Record<string, unknown>
    for (const name of numbers) {
      const text = given[name]
      if (typeof text === 'string' && !DIGITS.test(text)) given[name] = 'no number'
    }
    check(value, faults)
  }
}

const DIGITS = /^-?\d+(\.\d*[1-9])?$/

function lazily(ajv: Ajv2020, schema: TSchema | undefined): (value: unknown, faults: Fault[]) => void {
  if (schema === undefined) return () => {}
  let validate: ValidateFunction | undefined
  return (value, faults) => {
    validate ??= ajv.compile(schema)
    if (!validate(value)) faults.push(...faultsOfAjvErrors(validate.errors ?? []))
  }
}

function isInside(error: ErrorObject, choice: ErrorObject): boolean {
  return error.schemaPath.startsWith(`${choice.schemaPath}/`) && error.instancePath.length > choice.instancePath.length
}

function describeChoice(choice: ErrorObject, errors: readonly ErrorObject[]): string {
  const inside = errors.filter(
    (error) => error.schemaPath.startsWith(`${choice.schemaPath}/`) && error.instancePath === choice.instancePath,
  )
  const precise = inside.find((error) => error.keyword !== 'type' && error.keyword !== 'const')
  if (precise) return describeError(precise)
  const types = inside.map((error) =>
    error.keyword === 'const' ? JSON.stringify(error.params.allowedValue) : nameOfType(error.params.type),
  )
  return `must be ${[...new Set(types)].join(' or ')}`
}

function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const parts = instancePath.split('/').slice(1)
  if (keyword === 'required') parts.push(params.missingProperty)
  if (keyword === 'additionalProperties') parts.push(params.additionalProperty)
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')).join('.')
}

function describeError({ keyword, params, message, parentSchema }: ErrorObject): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'additionalProperties') {
    return unknownBodyKeyMessage(params.additionalProperty, Object.keys(parentSchema?.properties ?? {}))
  }
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`
  if (keyword === 'format') return `must be ${formatWords[params.format] ?? `a ${params.format}`}`
  if (keyword === 'pattern' && params.pattern === '\\S') return 'must not be blank'
  // Nobody reads regular expressions: a schema that has one describes it in words.
  if (keyword === 'pattern' && parentSchema?.['x-words']) return String(parentSchema['x-words'])
  if (keyword === 'minLength') return `must have at least ${some(params.limit, 'character')}`
  if (keyword === 'maxLength') return `must have at most ${some(params.limit, 'character')}`
  if (keyword === 'minItems') return `must have at least ${some(params.limit, 'item')}`
  if (keyword === 'maxItems') return `must have at most ${some(params.limit, 'item')}`
  return describeValueFault(keyword, params) ?? message ?? 'is not valid'
}

const formatWords: Record<string, string> = {
  uuid: 'a UUID',
  email: 'an email address',
  'date-time': 'a date with a time and a time zone (ISO 8601)',
}

const some = (count: number, entity: string): string => `${count} ${entity}${count === 1 ? '' : 's'}`
