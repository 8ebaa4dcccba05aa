import { gunzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { expect, test, vi } from 'vitest'
import { get } from '../../contract/route.ts'
import { makeAnswerSender } from './answer-sender.ts'

test('no answer is sent to a client that disconnected', () => {
  const route = get('/things', { permission: 'public', summary: 'Things', response: Type.Null() })
  const reply = { sent: false, raw: { destroyed: true }, send: vi.fn() }
  makeAnswerSender(route, false)(reply as unknown as FastifyReply, undefined)
  expect(reply.send).not.toHaveBeenCalled()
})

test('long answers are compressed only for the web interface', () => {
  const route = get('/things', { permission: 'BooksRead', summary: 'Things', response: Type.Array(Type.String()) })
  const things = Array.from({ length: 200 }, (_, n) => `thing ${n}`)
  const answer = (headers: Record<string, string>, what: string[], sent: Record<string, string> = {}) => {
    let body: string | Buffer = ''
    const reply = {
      sent: false,
      raw: { destroyed: false },
      statusCode: 200,
      request: { headers },
      code: () => reply,
      hasHeader: (name: string) => name in sent,
      getHeader: (name: string) => sent[name],
      header: (name: string, value: string) => {
        sent[name] = value
        return reply
      },
      send: (it: string | Buffer) => {
        body = it
        return reply
      },
    }
    makeAnswerSender(route, false)(reply as unknown as FastifyReply, what)
    return { coding: sent['content-encoding'], vary: sent.vary, body }
  }
  const web = { 'x-reasons': 'true', 'accept-encoding': 'gzip, br' }
  const { coding, vary, body } = answer(web, things)
  expect([coding, vary]).toEqual(['gzip', 'accept-encoding'])
  expect(answer(web, things, { vary: 'cookie' }).vary).toBe('cookie, accept-encoding')
  expect(JSON.parse(String(gunzipSync(body)))).toEqual(things)
  expect(answer(web, ['one']).coding).toBeUndefined()
  expect(answer({ 'accept-encoding': 'gzip' }, things)).toEqual({ body: JSON.stringify(things) })
  expect(answer({ 'x-reasons': 'true' }, things).coding).toBeUndefined()
})
