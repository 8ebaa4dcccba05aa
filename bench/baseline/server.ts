import { readFile } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import Fastify from 'fastify'

/**
 * The cost without a library server: an empty Fastify route, a Fastify handler that returns bytes from memory, and a
 * bare `http` server that serves files. Files are read whole, not streamed: at the size of a page that is the fastest
 * way in Node.
 */
const folder = process.argv[2]!
const app = Fastify()
const kept = new Map<string, string>()
app.get('/empty', (_request, reply) => {
  reply.send('')
})
app.put('/kept/:name', { bodyLimit: 50_000_000 }, (request, reply) => {
  kept.set((request.params as { name: string }).name, JSON.stringify(request.body))
  reply.send('')
})
app.get('/kept/:name', (request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.send(kept.get((request.params as { name: string }).name))
})
const fastify = new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port

const files = createServer((request, response) => {
  readFile(join(folder, request.url!), (error, bytes) => {
    if (error) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length }).end(bytes)
  })
})
files.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ fastify: Number(fastify), files: (files.address() as { port: number }).port }))
})
