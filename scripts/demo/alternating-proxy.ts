import { createServer, request } from 'node:http'

export interface AlternatingProxy {
  /** The number of requests per server. */
  counts: number[]
  close(): void
}

/** The strictest load balancer: every request goes to the next server, without sticky sessions. */
export async function openAlternatingProxy(port: number, targets: readonly URL[]): Promise<AlternatingProxy> {
  const counts = targets.map(() => 0)
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const which = turn++ % targets.length
    counts[which]! += 1
    const { hostname, port } = targets[which]!
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    const asked = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.rawHeaders)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    incoming.pipe(asked)
    asked.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    outgoing.on('close', () => asked.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return {
    counts,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
