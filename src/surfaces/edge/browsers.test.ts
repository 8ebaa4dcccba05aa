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

describe('base path', () => {
  test('everything works below the public path and without it, and links carry it', async () => {
    const app = await open((config) => {
      config.server.public_url = 'https://host.example/lectern/'
    })
    for (const url of ['/lectern/api/v1/things?page=2', '/api/v1/things?page=2']) {
      const { links } = (await app.inject({ url, headers: ann })).json()
      expect(links.prev).toBe('/lectern/api/v1/things?page=1&pageSize=50')
    }
    expect((await app.inject({ url: '/lecternapi/v1/things', headers: ann })).statusCode).toBe(404)
    expect((await app.inject({ url: '/lectern/api/v1/none', headers: ann })).json().error).toBe('not_found')
  })

  test('a trusted proxy may name the prefix, nobody else', async () => {
    const app = await open((config) => {
      config.server.trusted_proxies = ['10.0.0.1']
    })
    const self = async (remoteAddress: string, prefix: string, url = '/api/v1/things') =>
      (await app.inject({ url, remoteAddress, headers: { ...ann, 'x-forwarded-prefix': prefix } })).json().links?.self
    expect(await self('10.0.0.1', '/books')).toBe('/books/api/v1/things?page=1&pageSize=50')
    expect(await self('10.0.0.1', '/books', '/books/api/v1/things')).toBe('/books/api/v1/things?page=1&pageSize=50')
    expect(await self('10.0.0.2', '/books')).toBe('/api/v1/things?page=1&pageSize=50')
    expect(await self('10.0.0.1', '//evil.example')).toBe('/api/v1/things?page=1&pageSize=50')
  })
})
