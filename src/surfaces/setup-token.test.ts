import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { defaultConfig } from '../config/load-config.ts'
import { openSetupToken } from './setup-token.ts'

it('is needed by whoever comes through nginx as it is installed, which says nothing of itself', () => {
  const { isNeeded } = openSetupToken(defaultConfig(), 'secret')
  const from = (httpVersion: string, headers: object = {}) =>
    isNeeded({
      raw: { httpVersion, socket: { remoteAddress: '127.0.0.1' } },
      headers,
      hostname: '127.0.0.1',
    } as unknown as FastifyRequest)
  expect(from('1.0', { connection: 'close' })).toBe(true)
  expect(from('1.1')).toBe(false)
  expect(from('1.1', { origin: 'http://localhost:8080' })).toBe(false)
  expect(from('1.1', { origin: 'http://[::1]:8080' })).toBe(false)
})
