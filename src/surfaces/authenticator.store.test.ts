import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { openAccessServer } from './api/mount-account-routes.fixture.ts'

/** Sends raw bytes: the usual clients tidy up headers first. */
async function request(
  port: number,
  lines: string[],
): Promise<{ status: number; body: { error?: string; username?: string } }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    Buffer.from(
      `${['GET /api/v1/auth/me HTTP/1.1', 'Host: x', 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`,
      'latin1',
    ),
  )
  let answer = ''
  for await (const chunk of socket) answer += chunk
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  return {
    status: Number(answer.split(' ')[1]),
    body: JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)),
  }
}

it('reads credentials as they come over the wire', async () => {
  const server = await openAccessServer('sqlite')
  const root = await server.setUp()
  const { key } = await server.addKey(root)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as { port: number }
  const outcome = async (...lines: string[]) => {
    const { status, body } = await request(port, lines)
    return body.error ?? `${status} ${body.username}`
  }
  expect(await outcome(`X-API-KEY:${key}`)).toBe('200 root')
  expect(await outcome(`x-api-key:   ${key}   `)).toBe('200 root')
  expect(await outcome(`AUTHORIZATION: BEARER ${key}`)).toBe('200 root')
  expect(await outcome(`Authorization:  bearer   ${key}`)).toBe('200 root')
  expect(await outcome(`X-API-Key: ${key}`, `X-API-Key: ${key}`)).toBe('invalid_api_key_format')
  expect(await outcome('X-API-Key:')).toBe('invalid_api_key_format')
  expect(await outcome('X-API-Key: lectern_\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9_secret')).toBe('invalid_api_key_format')
  expect(await outcome('Authorization:')).toBe('unauthorized')
  expect(await outcome('Authorization: Bearer')).toBe('invalid_token')
  expect(await outcome('Authorization: Basic')).toBe('invalid_credentials')
  expect(await outcome('Authorization: Basic !!!!')).toBe('invalid_credentials')
  expect(await outcome('Authorization: Negotiate abc', `X-API-Key: ${key}`)).toBe('unauthorized')
  expect(await outcome('Cookie: lectern_session=%E0%A4%A')).toBe('unauthorized')
  expect(await outcome('Cookie: lectern_session=')).toBe('unauthorized')
  expect(await outcome('Cookie: lectern_session=a.b.c')).toBe('invalid_token')
  expect(await outcome('Cookie: lectern_session=a.b.c', `X-API-Key: ${key}`)).toBe('200 root')
  expect(await outcome(`Cookie: lectern_session=${key}`)).toBe('invalid_token')
})
