import { openSync, read } from 'node:fs'
import { createServer } from 'node:http'

/**
 * The minimum that a server of pages can do in Node: `/<file>/<offset>/<size>` is read from a file that stays open,
 * into a buffer that is reused as soon as the socket has sent it. The files are the arguments.
 */
const files = process.argv.slice(2).map((path) => openSync(path, 'r'))
const free = new Map<number, Buffer[]>()

const server = createServer((request, response) => {
  const [, file, offset, size] = request.url!.split('/').map(Number) as [number, number, number, number]
  const pool = free.get(size) ?? []
  free.set(size, pool)
  const buffer = pool.pop() ?? Buffer.allocUnsafeSlow(size)
  read(files[file]!, buffer, 0, size, offset, (error, count) => {
    if (error || count !== size) return void response.writeHead(500).end()
    response.once('finish', () => pool.push(buffer))
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': size }).end(buffer)
  })
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address())))
