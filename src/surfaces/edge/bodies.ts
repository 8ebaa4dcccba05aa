import { isUtf8 } from 'node:buffer'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '../../contract/problems.ts'
import { notJson, wrongMediaType } from './errors.ts'

/** JSON and uploads, nothing else. An empty body is no body, whatever its type is said to be. */
export async function readBodies(app: FastifyInstance, { uploadBytes }: { uploadBytes: number }): Promise<void> {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json(?:$|;)/i, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (isPacked(request)) return done(packed())
    if (!isUtf8(body as Buffer)) return done(notJson())
    return parseJson(request, body.toString(), (error, value) => done(error ? notJson() : null, value))
  })
  app.addContentTypeParser('*', (request, payload, done) => {
    const empty = request.headers['content-length'] === '0'
    if (!empty) return done(wrongMediaType())
    payload.resume()
    return done(null, undefined)
  })
  await app.register(multipart, {
    limits: { fileSize: uploadBytes, files: 10, fields: 50, fieldSize: 1_000_000, parts: 60, headerPairs: 100 },
  })
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
