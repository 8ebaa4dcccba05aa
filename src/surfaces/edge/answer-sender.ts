import { gzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { mediaTypesOf, type Route, successStatusOf } from '../../contract/route.ts'
import { notModified, setEtagAndCheckMatch } from './etag.ts'
import { SerializedAnswer, serializedAnswerOf } from './serialized-answer.ts'
import { StreamedAnswer } from './streamed-answer.ts'
import { addAjvFormats, faultsOfAjvErrors } from './validate-request.ts'

/** Sends the handler's response. The strict mode of the tests checks that nothing leaks. */
export function makeAnswerSender(
  route: Route,
  strict: boolean,
): (reply: FastifyReply, answer: unknown) => FastifyReply {
  const status = successStatusOf(route)
  const mediaTypes = mediaTypesOf(route.response)
  // Public responses are for monitors and the first page; they aren't cached.
  const isKept = route.method === 'GET' && route.permission !== 'public'
  const isList = isKept || route.path.endsWith('/list')
  const check = strict && route.response && !mediaTypes ? strictCheck(route, route.response) : undefined

  return (reply, answer) => {
    if (answer === reply || reply.sent || isGone(reply)) return reply
    if (answer === notModified) return reply.code(304).send()
    // A handler may have set another status, e.g. 206 for a range.
    if (reply.statusCode === 200) reply.code(status)
    if (!route.response) return reply.send()
    if (mediaTypes) {
      if (!reply.hasHeader('content-type')) reply.header('content-type', mediaTypes[0]!)
      return reply.send(answer)
    }
    if (answer instanceof StreamedAnswer) {
      reply.header('content-type', 'application/json; charset=utf-8')
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return reply.request.method === 'HEAD' ? reply.send() : reply.send(answer.stream())
    }
    // A cached response was checked against the schema when it was created.
    if (!(answer instanceof SerializedAnswer)) check?.(answer)
    const written = serializedAnswerOf(answer)
    if (!reply.hasHeader('cache-control')) {
      if (!isKept) reply.header('cache-control', 'no-store')
      else if (setEtagAndCheckMatch(reply, written.revision())) return reply.code(304).send()
    }
    reply.header('content-type', 'application/json; charset=utf-8')
    return reply.send(isList && isWantedPacked(reply.request) ? packed(reply, written.body) : written.body)
  }
}

/**
 * For the web interface over a slow line, where transferring a list takes longer than compressing it. Apps at home get
 * it uncompressed, which costs the server least.
 */
function isWantedPacked({ headers }: FastifyRequest): boolean {
  return headers['x-reasons'] === 'true' && /\bgzip\b/.test(headers['accept-encoding'] ?? '')
}

function packed(reply: FastifyReply, body: string | Buffer): string | Buffer {
  // Less than one packet, or so long that other requests would wait for it.
  if (body.length < 1400 || body.length > 500_000) return body
  // Some responses already vary by caller or by Accept.
  const others = reply.getHeader('vary')
  reply.header('content-encoding', 'gzip').header('vary', others ? `${others}, accept-encoding` : 'accept-encoding')
  return gzipSync(body, { level: 4 })
}

/**
 * The client disconnected, perhaps half-way through a file: there is nothing to answer, and nothing went wrong here.
 */
const isGone = ({ raw }: FastifyReply): boolean => raw.destroyed

let ajv: Ajv2020 | undefined
/**
 * Tests start hundreds of servers in one process, and compiling all schemas for each takes longer than the requests.
 */
const compiled = new WeakMap<TSchema, ValidateFunction>()

function strictCheck(route: Route, schema: TSchema): (answer: unknown) => void {
  return (answer) => {
    const validate = compiled.get(schema) ?? compileClosed(schema)
    if (validate(JSON.parse(JSON.stringify(answer)))) return
    const faults = faultsOfAjvErrors(validate.errors ?? []).map(({ path, message }) => `${path} ${message}`)
    throw new Error(`${route.method} ${route.path} answered against its schema: ${faults.join('; ')}`)
  }
}

function compileClosed(schema: TSchema): ValidateFunction {
  const options = { allErrors: true, strict: false, validateSchema: false, code: { optimize: false } }
  ajv ??= addAjvFormats(new Ajv2020(options))
  const validate = ajv.compile(closed(schema) as TSchema)
  compiled.set(schema, validate)
  return validate
}

/** The same schema with every object closed: a field that the contract doesn't name is a leak. */
function closed(schema: unknown, inAllOf = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(one))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'enum' || key === 'const' || key === 'default' || key === 'examples') copy[key] = value
    else if (key === 'allOf') copy[key] = (value as unknown[]).map((one) => closed(one, true))
    else if (key === 'properties' || key === 'patternProperties' || key === '$defs') {
      copy[key] = Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, closed(one)]))
    } else copy[key] = closed(value)
  }
  if (copy.allOf !== undefined) copy.unevaluatedProperties ??= false
  else if (copy.properties !== undefined && copy.patternProperties === undefined && !inAllOf) {
    copy.additionalProperties ??= false
  }
  return copy
}
