import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '../../contract/problems.ts'
import { notJson, wrongMediaType } from './errors.ts'

/** JSON and uploads, nothing else. An empty body is no body, whatever its type is said to be. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json(?:$|;)/i, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (isPacked(request)) return done(packed())
    if (!isUtf8(body as Buffer)) return done(notJson())
    return parseJson(request, body.toString(), (error, value) => done(error ? notJson() : null, value))
  })
  // A route that takes a form reads it itself, as it comes (`deliver/upload.ts`); the others refuse it in their check.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined))
  app.addContentTypeParser('*', (request, payload, done) => {
    const empty = request.headers['content-length'] === '0'
    if (!empty) return done(wrongMediaType())
    payload.resume()
    return done(null, undefined)
  })
}

/** Whether the body says of itself that it is a form with files. */
export function isForm({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data(?:$|[\s;])/i.test(headers['content-type'] ?? '')
}

function isPacked({ headers }: FastifyRequest): boolean {
  const coding = headers['content-encoding']
  return coding !== undefined && coding.toLowerCase() !== 'identity'
}

/** What is packed may unpack to anything; nothing we take is so large that packing it would help. */
const packed = () =>
  problem('unsupported_media_type', 'The body must be sent as it is, without Content-Encoding.', undefined, {
    'accept-encoding': 'identity',
  })
