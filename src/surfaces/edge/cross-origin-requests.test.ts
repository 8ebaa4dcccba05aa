import { describe, expect, test } from 'vitest'
import { ann, id, open } from '../serve.fixture.ts'

describe('browsers', () => {
  test('a write with a session cookie must come from our own page', async () => {
    const app = await open()
    const write = async (headers: Record<string, string>) => {
      const answer = await app.inject({
        method: 'DELETE',
        url: `/api/v1/things/${id}`,
        headers: { 'x-api-key': 'eve', host: 'books.example', ...headers },
      })
      return answer.statusCode
    }
    expect(await write({ 'sec-fetch-site': 'same-origin' })).toBe(204)
    expect(await write({ origin: 'http://books.example' })).toBe(204)
    expect(await write({})).toBe(204)
    expect(await write({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await write({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await write({ origin: 'https://evil.example' })).toBe(403)
    expect(await write({ origin: 'null' })).toBe(403)
    for (const host of ['[', ':99999']) expect(await write({ origin: 'http://books.example', host }), host).toBe(403)
    const read = await app.inject({
      url: '/api/v1/things',
      headers: { 'x-api-key': 'eve', 'sec-fetch-site': 'cross-site' },
    })
    expect(read.statusCode).toBe(200)
    const key = await app.inject({
      method: 'DELETE',
      url: `/api/v1/things/${id}`,
      headers: { ...ann, origin: 'https://evil.example' },
    })
    expect(key.statusCode).toBe(204)
  })

  test('other origins are let in only when they are configured', async () => {
    const closed = await open()
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
    expect((await closed.inject({ method: 'OPTIONS', url: '/api/v1/things', headers })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    )
    const app = await open((config) => {
      config.api.cors_origins = ['https://app.example']
    })
    const preflight = await app.inject({ method: 'OPTIONS', url: '/api/v1/things', headers })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('https://app.example')
    expect(preflight.headers['access-control-allow-headers']).toContain('X-API-Key')
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
    const refused = await app.inject({ url: '/api/v1/things', headers: { origin: 'https://app.example' } })
    expect(refused.headers['access-control-allow-origin']).toBe('https://app.example')
    const evil = await app.inject({ url: '/api/v1/things', headers: { ...ann, origin: 'https://evil.example' } })
    expect(evil.headers).not.toHaveProperty('access-control-allow-origin')
  })
})
