import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { epub } from '../../contract/epub.ts'
import { makeDocumentedAnswerCheck } from './check-answer-is-documented.ts'

function faultOf(status: number, mediaType: string): string | undefined {
  const reply = { statusCode: status, getHeader: () => mediaType } as unknown as FastifyReply
  let fault: string | undefined
  makeDocumentedAnswerCheck(epub.resource)({} as FastifyRequest, reply, 'body', (error) => {
    fault = error?.message
  })
  return fault
}

it('takes every kind of file that a book may contain, and nothing its route does not say', () => {
  for (const type of ['application/xhtml+xml; charset=utf-8', 'image/jpeg', 'font/woff2', 'audio/mpeg', 'text/css'])
    expect(faultOf(200, type), type).toBeUndefined()
  expect(faultOf(200, 'model/gltf+json')).toContain('model/gltf+json with 200')
  expect(faultOf(404, 'image/jpeg')).toContain('image/jpeg with 404')
  expect(faultOf(418, 'image/jpeg')).toContain('418')
})
