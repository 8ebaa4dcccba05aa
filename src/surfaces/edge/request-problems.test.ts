import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ann, bob, id, limitHeaders, open } from '../serve.fixture.ts'
import { bearerChallenge } from './surface.ts'

describe('every error has the one shape', () => {
  const json = { 'content-type': 'application/json' }
  test.each([
    ['no credential', 401, 'unauthorized', { url: '/api/v1/things' }],
    ['a wrong credential', 401, 'invalid_api_key', { url: '/api/v1/things', headers: { 'x-api-key': 'mallory' } }],
    ['a missing permission', 403, 'permission_denied', { method: 'DELETE', url: `/api/v1/things/${id}`, headers: bob }],
    ['nothing there', 404, 'not_found', { url: '/api/v1/things/01977f3e-8c1a-7c3e-9a55-000000000000', headers: ann }],
    ['an unknown path', 404, 'not_found', { url: '/api/v1/nothing', headers: ann }],
    ['an unknown path without credential', 404, 'not_found', { url: '/api/v2' }],
    [
      'an unknown path with a body of any kind',
      404,
      'not_found',
      { method: 'POST', url: '/api/x', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
    ],
    ['a wrong method', 405, 'method_not_allowed', { method: 'DELETE', url: '/api/v1/things', headers: ann }],
    ['a bad id', 400, 'validation_failed', { url: '/api/v1/things/7', headers: ann }],
    ['a urn instead of an id', 400, 'validation_failed', { url: `/api/v1/things/urn:uuid:${id}`, headers: ann }],
    ['a bad escape in the path', 400, 'validation_failed', { url: '/api/v1/things/%zz', headers: ann }],
    ['a page below 1', 400, 'validation_failed', { url: '/api/v1/things?page=0', headers: ann }],
    ['a page that is no number', 400, 'validation_failed', { url: '/api/v1/things?page=one', headers: ann }],
    ['a page given twice', 400, 'validation_failed', { url: '/api/v1/things?page=1&page=2', headers: ann }],
    [
      'malformed JSON',
      400,
      'validation_failed',
      { method: 'POST', url: '/api/v1/things', payload: '{"name":', headers: { ...ann, ...json } },
    ],
    [
      'JSON that is nested too deeply',
      400,
      'validation_failed',
      {
        method: 'POST',
        url: '/api/v1/things',
        payload: '['.repeat(65) + ']'.repeat(65),
        headers: { ...ann, ...json },
      },
    ],
    [
      'a large body where nobody has to sign in',
      413,
      'payload_too_large',
      { method: 'POST', url: '/api/v1/open', payload: `"${'x'.repeat(16 << 10)}"`, headers: json },
    ],
    [
      'poisoned JSON',
      400,
      'validation_failed',
      { method: 'POST', url: '/api/v1/things', payload: '{"__proto__":{"name":"x"}}', headers: { ...ann, ...json } },
    ],
    [
      'JSON in another alphabet than UTF-8',
      400,
      'validation_failed',
      {
        method: 'POST',
        url: '/api/v1/things',
        payload: Buffer.from('{"name":"\xe9"}', 'latin1'),
        headers: { ...ann, ...json },
      },
    ],
    [
      'a packed body',
      415,
      'unsupported_media_type',
      {
        method: 'POST',
        url: '/api/v1/things',
        payload: gzipSync('{"name":"x"}'),
        headers: { ...ann, ...json, 'content-encoding': 'gzip' },
      },
    ],
    ['no body', 400, 'validation_failed', { method: 'POST', url: '/api/v1/things', headers: ann }],
    [
      'an empty body',
      400,
      'validation_failed',
      { method: 'POST', url: '/api/v1/things', payload: '', headers: { ...ann, ...json } },
    ],
    [
      'another media type',
      415,
      'unsupported_media_type',
      {
        method: 'POST',
        url: '/api/v1/things',
        payload: 'name=x',
        headers: { ...ann, 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
    [
      'plain text',
      415,
      'unsupported_media_type',
      {
        method: 'POST',
        url: '/api/v1/things',
        payload: '{"name":"x"}',
        headers: { ...ann, 'content-type': 'text/plain' },
      },
    ],
    [
      'a form where JSON belongs',
      415,
      'unsupported_media_type',
      {
        method: 'POST',
        url: '/api/v1/things',
        payload: '--x--',
        headers: { ...ann, 'content-type': 'multipart/form-data; boundary=x' },
      },
    ],
    [
      'a media type that is none',
      415,
      'unsupported_media_type',
      { method: 'POST', url: '/api/v1/things', payload: '{}', headers: { ...ann, 'content-type': '???' } },
    ],
    [
      'too much',
      413,
      'payload_too_large',
      {
        method: 'POST',
        url: '/api/v1/things',
        payload: JSON.stringify({ name: 'x'.repeat(3 << 20) }),
        headers: { ...ann, ...json },
      },
    ],
    ['a bug', 500, 'internal_error', { url: '/api/v1/broken' }],
  ] as const)('%s: %i %s', async (_, status, code, request) => {
    const app = await open()
    const answer = await app.inject(request as never)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const body = answer.json()
    expect(body.error).toBe(code)
    expect(body.message).toMatch(/\w/)
    for (const header of limitHeaders) expect(answer.headers).toHaveProperty(header)
    expect(answer.headers['x-request-id']).toBeTruthy()
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? bearerChallenge : undefined)
    if (status === 405) expect(answer.headers.allow).toBe('GET, HEAD, PATCH, POST, OPTIONS')
    if (status === 403) expect(body.details).toEqual({ permission: 'BooksDelete' })
    if (code === 'validation_failed')
      expect(body.details[0]).toEqual({ path: expect.any(String), message: expect.any(String) })
  })

  test('all faults are reported at once', async () => {
    const app = await open()
    const payload = { name: '', count: 'x', tags: ['a', 'z'], until: 'tomorrow' }
    const { details } = (await app.inject({ method: 'POST', url: '/api/v1/things', payload, headers: ann })).json()
    expect(details).toEqual([
      { path: 'name', message: 'must have at least 1 character' },
      { path: 'count', message: 'must be a whole number' },
      { path: 'tags.1', message: 'must be one of a, b' },
      { path: 'until', message: 'must be a date with a time and a time zone (ISO 8601)' },
    ])
  })

  test('an internal error shows only the request id, under which it is logged', async () => {
    const lines: string[] = []
    const app = await open(undefined, lines)
    const answer = await app.inject({ url: '/api/v1/broken', headers: { 'x-request-id': 'from-proxy.1' } })
    expect(answer.body).not.toContain('hunter2')
    expect(answer.headers['x-request-id']).toBe('from-proxy.1')
    expect(answer.json()).toMatchObject({
      details: { requestId: 'from-proxy.1' },
      message: expect.stringContaining('from-proxy.1'),
    })
    expect(lines.join('')).toMatch(/"reqId":"from-proxy.1".*hunter2/)
  })

  test('an id that could forge log lines is not taken over', async () => {
    const app = await open()
    const answer = await app.inject({ url: '/api/v1/open', headers: { 'x-request-id': 'a b{}' } })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]+-\w+$/)
  })
})
