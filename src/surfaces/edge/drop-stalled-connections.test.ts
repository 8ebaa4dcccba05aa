import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { dropStalledConnections } from './drop-stalled-connections.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function serving(answer: Parameters<typeof createServer>[1]): Promise<Socket> {
  server = createServer(answer as never)
  dropStalledConnections(server, 100)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return socket
}

test('a client that stops reading is disconnected, and the file being sent is closed', async () => {
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(1 << 16)) && undefined, emitClose: true })
  const socket = await serving((_request, response) => {
    endless.pipe(response)
    response.on('close', () => endless.destroy())
  })
  socket.pause()
  await expect.poll(() => endless.destroyed).toBe(true)
  socket.destroy()
})

test('a client that stops within one large chunk is disconnected after the timeout, not twice the timeout', async () => {
  const piece = Buffer.alloc(32 << 20)
  const isLetGo = Promise.withResolvers<void>()
  let looks = 0
  const socket = await serving((_request, response) => {
    response.end(piece)
    const count = setInterval(() => {
      looks += 1
    }, 25)
    response.socket!.on('close', () => {
      clearInterval(count)
      isLetGo.resolve()
    })
  })
  socket.once('data', () => socket.pause())
  await isLetGo.promise
  // Four checks without progress after the one that saw the first bytes; if those counted as progress, it would be
  // eight or nine.
  expect(looks).toBeLessThan(7)
  socket.destroy()
})

test('an answer that takes long to compute, or is read slowly, is not interrupted', async () => {
  const socket = await serving(async (_request, response) => {
    await sleep(350)
    response.write('begun')
    for (let i = 0; i < 6; i += 1) {
      await sleep(60)
      response.write('.')
    }
    response.end('done')
  })
  let text = ''
  for await (const part of socket) {
    text += part
    if (text.includes('done')) break
  }
  expect(text).toContain('done')
})
