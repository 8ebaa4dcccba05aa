import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { open } from '../serve.fixture.ts'

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
])('%s is answered with the headers of any other answer, and the connection is closed', async (_, bytes, status) => {
  const app = await open()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const answer = await text(socket)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toContain('x-content-type-options: nosniff')
  const [head, body] = answer.split('\r\n\r\n')
  expect(head).toContain(`content-length: ${body!.length}`)
  expect(JSON.parse(body!)).toMatchObject({ error: 'validation_failed' })
})
