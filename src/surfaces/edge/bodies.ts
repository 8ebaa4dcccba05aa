import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { notJson, wrongMediaType } from './errors.ts'

/** JSON and uploads, nothing else. An empty body is no body, whatever its type is said to be. */
export async function readBodies(app: FastifyInstance, { uploadBytes }: { uploadBytes: number }): Promise<void> {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json(?:$|;)/i, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    return parseJson(request, body as string, (error, value) => done(error ? notJson() : null, value))
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
