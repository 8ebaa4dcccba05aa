import { describe, expect, test } from 'vitest'
import { ann, open } from '../serve.fixture.ts'

describe('base path', () => {
  test('every surface answers below the public path and without it, and links contain it', async () => {
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
