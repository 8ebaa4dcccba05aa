import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem, validationProblem } from '../../contract/problems.ts'
import { chargeRateLimit } from './authenticate.ts'
import { isJsonNestedDeeper } from './json-nesting.ts'
import { invalidJsonProblem, wrongMediaTypeProblem } from './request-problems.ts'
import { findSurface } from './surface.ts'

/**
 * JSON and uploads, nothing else, except where a surface accepts anything. An empty body counts as none, whatever its
 * type.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const takesAny = (request: FastifyRequest) => findSurface(app.edge.surfaces, request.url)?.takesAnyBody === true
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json(?:$|;)/i, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (isPacked(request)) return takesAny(request) ? done(null, undefined) : done(packed())
    const { surfaces, jsonDepth } = app.edge
    chargeRateLimit(surfaces, request, Math.floor(body.length / BYTES_PER_TOKEN))
    if (!isUtf8(body as Buffer)) return takesAny(request) ? done(null, undefined) : done(invalidJsonProblem())
    if (isJsonNestedDeeper(body as Buffer, jsonDepth)) {
      chargeRateLimit(surfaces, request, TOKENS_OF_NONSENSE)
      return done(tooDeep(jsonDepth))
    }
    return parseJson(request, body.toString(), (error, value) => {
      if (error && takesAny(request)) return done(null, undefined)
      return done(error ? invalidJsonProblem() : null, value)
    })
  })
  // A route that accepts a form reads it itself, as it arrives (`deliver/upload.ts`); the others refuse it in their
  // validation.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined))
  app.addContentTypeParser('*', (request, payload, done) => {
    const empty = request.headers['content-length'] === '0'
    if (!empty && !takesAny(request)) return done(wrongMediaTypeProblem())
    payload.resume()
    return done(null, undefined)
  })
}

/** A body of this size costs as much as a request without one. */
const BYTES_PER_TOKEN = 65_536
/** Nobody sends such a body by mistake. */
const TOKENS_OF_NONSENSE = 10

const tooDeep = (max: number) =>
  validationProblem([{ path: '', message: `The JSON is nested too deeply; at most ${max} levels are allowed.` }])

/** Whether the content type is a form with files. */
export function isMultipartForm({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data(?:$|[\s;])/i.test(headers['content-type'] ?? '')
}

function isPacked({ headers }: FastifyRequest): boolean {
  const coding = headers['content-encoding']
  return coding !== undefined && coding.toLowerCase() !== 'identity'
}

/** A compressed body may expand to any size; nothing we accept is so large that compression would help. */
const packed = () =>
  problem('unsupported_media_type', 'The body must be sent uncompressed, without Content-Encoding.', undefined, {
    'accept-encoding': 'identity',
  })
