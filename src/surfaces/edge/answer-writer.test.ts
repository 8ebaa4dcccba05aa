import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { expect, test, vi } from 'vitest'
import { get } from '../../contract/route.ts'
import { answerWriter } from './answer-writer.ts'

test('whoever hung up is not answered', () => {
  const route = get('/things', { permission: 'public', summary: 'Things', response: Type.Null() })
  const reply = { sent: false, raw: { destroyed: true }, send: vi.fn() }
  answerWriter(route, false)(reply as unknown as FastifyReply, undefined)
  expect(reply.send).not.toHaveBeenCalled()
})
