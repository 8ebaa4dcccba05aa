import { describe, expect, test } from 'vitest'
import type { Viewer } from '../../store/viewer.ts'
import { ann, bob, open } from '../serve.fixture.ts'
import { checkAccess } from './authenticate.ts'

test('a user who is denied reading pages gets that reason, not the name of a permission', () => {
  const viewer = { permissions: new Set(), denied: ['page_streaming'] } as unknown as Viewer
  const request = (denied: Viewer['denied']) => () =>
    checkAccess('PagesRead', { viewer: { ...viewer, denied }, refusal: undefined })
  expect(request(['page_streaming'])).toThrow('You aren’t allowed to read pages.')
  expect(request(['file_download'])).toThrow('You need the permission PagesRead for this.')
})

describe('limits', () => {
  test('the 51st anonymous request is refused exactly as specified; others are not touched', async () => {
    const app = await open()
    const remaining: number[] = []
    for (let i = 0; i < 50; i += 1) {
      const { statusCode, headers } = await app.inject({ url: '/api/v1/nothing' })
      expect(statusCode).toBe(404)
      remaining.push(Number(headers['x-ratelimit-remaining']))
    }
    expect(remaining).toEqual(Array.from({ length: 50 }, (_, i) => 49 - i))
    const refused = await app.inject({ url: '/api/v1/things' })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'x-ratelimit-limit': '50',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '1',
    })
    expect(refused.json()).toEqual({
      error: 'rate_limit_exceeded',
      message: 'Too many requests. Please wait 1 second and try again.',
      retry_after: 1,
    })
    const forged = await app.inject({ url: '/api/v1/things', headers: { 'x-api-key': 'mallory' } })
    expect(forged.statusCode).toBe(429)
    expect(app.edge.untrustedProxy).toBeUndefined()
    const spoofed = await app.inject({ url: '/api/v1/things', headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(spoofed.statusCode).toBe(429)
    expect(app.edge.untrustedProxy).toBe('127.0.0.1')
    expect((await app.inject({ url: '/api/v1/things', headers: ann })).statusCode).toBe(200)
    expect((await app.inject({ url: '/api/v1/things', remoteAddress: '203.0.113.9' })).statusCode).toBe(401)
  })

  test('a user has 200, wherever they come from', async () => {
    const app = await open()
    for (let i = 0; i < 200; i += 1) {
      const answer = await app.inject({ url: '/api/v1/things', headers: ann, remoteAddress: `10.0.0.${i}` })
      expect(answer.statusCode).toBe(200)
    }
    expect((await app.inject({ url: '/api/v1/things', headers: ann })).statusCode).toBe(429)
    expect((await app.inject({ url: '/api/v1/things', headers: bob })).headers['x-ratelimit-limit']).toBe('200')
  })

  test('bad credentials count for their address', async () => {
    const app = await open()
    for (let i = 0; i < 50; i += 1) await app.inject({ url: '/api/v1/things', headers: { 'x-api-key': `guess ${i}` } })
    expect((await app.inject({ url: '/api/v1/things', headers: { 'x-api-key': 'guess' } })).statusCode).toBe(429)
  })

  test('exempt paths cost nothing and are never refused', async () => {
    const app = await open()
    for (let i = 0; i < 60; i += 1) {
      const answer = await app.inject({ url: '/api/v1/open?x=1' })
      expect([answer.statusCode, answer.headers['x-ratelimit-remaining']]).toEqual([200, '50'])
    }
  })

  test('behind a trusted proxy the client is counted, not the proxy', async () => {
    const app = await open((config) => {
      config.server.trusted_proxies = ['10.0.0.0/8']
    })
    const from = (client: string) => ({
      url: '/api/v1/x',
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': client },
    })
    for (let i = 0; i < 50; i += 1) await app.inject(from('203.0.113.1'))
    expect((await app.inject(from('203.0.113.1'))).statusCode).toBe(429)
    expect((await app.inject(from('198.51.100.77, 203.0.113.1'))).statusCode).toBe(429)
    expect((await app.inject(from('203.0.113.2'))).statusCode).toBe(404)
  })

  test('can be switched off', async () => {
    const app = await open((config) => {
      config.rate_limit.enabled = false
    })
    const answer = await app.inject({ url: '/api/v1/things', headers: ann })
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
  })
})
