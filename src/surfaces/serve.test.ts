import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ann, bob, id, limitHeaders, open } from './serve.fixture.ts'

describe('input', () => {
  test('query parameters become what the schema says, and defaults are filled in', async () => {
    const app = await open()
    const answer = await app.inject({ url: '/api/v1/things?sort=title,asc&deleted=true&pageSize=9999', headers: ann })
    expect(answer.json()).toMatchObject({ page: 1, pageSize: 500, data: [9999] })
    const twice = await app.inject({ url: '/api/v1/things?sort=a,asc&sort=b,desc', headers: ann })
    expect(twice.json().links.self).toBe('/api/v1/things?sort=a%2Casc&sort=b%2Cdesc&page=1&pageSize=50')
  })

  test('a body is not bent into shape, but its defaults are filled in', async () => {
    const app = await open()
    const created = await app.inject({ method: 'POST', url: '/api/v1/things', payload: { name: 'n' }, headers: ann })
    expect(created.statusCode).toBe(201)
    expect(created.json()).toEqual({ name: 'n', count: 3 })
    const text = await app.inject({
      method: 'POST',
      url: '/api/v1/things',
      payload: { name: 'n', count: '4' },
      headers: ann,
    })
    expect(text.statusCode).toBe(400)
  })

  test('an optional body may be missing, and any permission of several is enough', async () => {
    const app = await open()
    const answer = await app.inject({ method: 'PUT', url: `/api/v1/things/${id}/maybe`, headers: bob })
    expect(answer.json()).toEqual({ mode: 'normal' })
  })

  test('an empty form is no body', async () => {
    const app = await open()
    const headers = { ...ann, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }
    expect((await app.inject({ method: 'DELETE', url: `/api/v1/things/${id}`, headers })).statusCode).toBe(204)
  })

  test('a slash at the end does not matter', async () => {
    const app = await open()
    expect((await app.inject({ url: '/api/v1/things/', headers: ann })).statusCode).toBe(200)
  })
})

describe('answers', () => {
  test('a delete has no body', async () => {
    const app = await open()
    const answer = await app.inject({ method: 'DELETE', url: `/api/v1/things/${id}`, headers: ann })
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
  })

  test('bytes go out as they are', async () => {
    const app = await open()
    const answer = await app.inject({ url: `/api/v1/things/${id}/file`, headers: ann })
    expect(answer.headers['content-type']).toBe('image/gif')
    expect(answer.body).toBe('GIF')
  })

  test('in strict mode a field that the contract does not name is caught', async () => {
    const lines: string[] = []
    const app = await open(undefined, lines)
    const answer = await app.inject({ method: 'PATCH', url: '/api/v1/things', headers: ann })
    expect(answer.statusCode).toBe(500)
    expect(lines.join('')).toContain('secret is not a known field')
  })

  test('an unchanged answer is a 304 without a query, per viewer, with all headers', async () => {
    const app = await open()
    const first = await app.inject({ url: '/api/v1/fresh', headers: ann })
    const tag = first.headers.etag as string
    expect(first.json()).toBe(1)
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await app.inject({ url: '/api/v1/fresh', headers: { ...ann, 'if-none-match': known } })
      expect(again.statusCode).toBe(304)
      expect(again.body).toBe('')
      expect(again.headers.etag).toBe(tag)
      for (const header of limitHeaders) expect(again.headers).toHaveProperty(header)
    }
    const other = await app.inject({ url: '/api/v1/fresh', headers: { ...bob, 'if-none-match': tag } })
    expect(other.statusCode).toBe(200)
    expect(other.json()).toBe(2)
  })

  test('a response without a revision counter is a 304 when its text is the same', async () => {
    const app = await open()
    const first = await app.inject({ url: '/api/v1/things', headers: ann })
    expect(first.statusCode).toBe(200)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const tag = first.headers.etag as string
    const again = await app.inject({ url: '/api/v1/things', headers: { ...ann, 'if-none-match': tag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const other = await app.inject({ url: '/api/v1/things', headers: { ...ann, 'if-none-match': 'W/"other"' } })
    expect(other.body).toBe(first.body)
    expect((await app.inject({ url: '/api/v1/open' })).headers['cache-control']).toBe('no-store')
  })

  test('a public route knows a viewer who shows up, and ignores a bad credential', async () => {
    const app = await open()
    const request = async (headers: object) =>
      (await app.inject({ url: '/api/v1/open', headers: { ...headers } })).json()
    expect(await request({})).toEqual({ who: 'nobody' })
    expect(await request(ann)).toEqual({ who: 'ann' })
    expect(await request({ 'x-api-key': 'mallory' })).toEqual({ who: 'nobody' })
  })

  test('a client that hangs up half-way is not an error', async () => {
    const lines: string[] = []
    const app = await open(undefined, lines)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const { body } = await fetch(`http://127.0.0.1:${port}/api/v1/endless`)
    await body!.cancel()
    await app.close()
    expect(lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
  })

  test('HEAD is GET without the body, OPTIONS names the methods', async () => {
    const app = await open()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const request = async (method: string, more = {}) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/things`, { method, headers: { ...ann, ...more } })
      const told = ['etag', 'content-length', 'content-type'].map((name) => answer.headers.get(name))
      return { status: answer.status, told, body: await answer.text() }
    }
    const whole = await request('GET')
    expect(await request('HEAD')).toEqual({ ...whole, body: '' })
    const known = { 'if-none-match': whole.told[0]! }
    expect(await request('HEAD', known)).toEqual({ status: 304, told: [whole.told[0], null, null], body: '' })
    expect(await request('HEAD', known)).toEqual(await request('GET', known))
    const options = await app.inject({ method: 'OPTIONS', url: '/api/v1/things' })
    expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, HEAD, PATCH, POST, OPTIONS'])
    expect(options.headers).not.toHaveProperty('access-control-allow-origin')
    await app.close()
  })
})
