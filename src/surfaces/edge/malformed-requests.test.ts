import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { open } from '../serve.fixture.ts'

const get = (...lines: string[]) => `${['GET /api/v1/things HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`
const post = (...lines: string[]) =>
  `${['POST /api/v1/things HTTP/1.1', 'Host: a', ...lines].join('\r\n')}\r\n\r\n0\r\n\r\n`

async function send(bytes: string): Promise<string> {
  const app = await open()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['two hosts', get('Host: a', 'Host: a'), 400],
  ['two hosts in one line', get('Host: a, b'), 400],
  ['a host that is none', get('Host: a/b'), 400],
  ['two hosts for an address that is not there', get('Host: a', 'hOST: b').replace('things', 'nothing'), 400],
  ['a host in the address', get('Host: a').replace('/api', 'http://a/api'), 400],
  ['a length beside chunks', post('Content-Length: 5', 'Transfer-Encoding: chunked'), 400],
  ['chunks beside a length', post('Transfer-Encoding: chunked', 'Content-Length: 5'), 400],
  ['two lengths', post('Content-Length: 0', 'Content-Length: 5'), 400],
  ['chunks within something else', post('Transfer-Encoding: identity, chunked'), 400],
  ['chunks from before there were any', post('Transfer-Encoding: chunked').replace('1.1', '1.0'), 400],
  ['a line that is folded', get('Host: a', 'X: b', ' c'), 400],
  ['lines that end too soon', get('Host: a').replaceAll('\r\n', '\n'), 400],
])('%s is answered with the headers of any other answer, and the connection is closed', async (_, bytes, status) => {
  const answer = await send(bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toContain('x-content-type-options: nosniff')
  const [head, body] = answer.split('\r\n\r\n')
  expect(head).toContain(`content-length: ${body!.length}`)
  expect(JSON.parse(body!)).toMatchObject({ error: 'validation_failed' })
})

test('an address that is too long is refused with the reason', async () => {
  const answer = await send(get('Host: a').replace('things', `things?q=${'x'.repeat(17_000)}`))
  expect(answer).toMatch(/^HTTP\/1.1 431 /)
  expect(answer).toContain('16 KiB')
})

test('a request needs one Host header of any value, and with HTTP 1.0 none', async () => {
  for (const host of ['books_1.example.org:8080', '[::1]:8080', '']) {
    expect(await send(get(`Host: ${host}`, 'Connection: close'))).toMatch(/^HTTP\/1.1 401 /)
  }
  expect(await send(get().replace('1.1', '1.0'))).toMatch(/^HTTP\/1.1 401 /)
})
