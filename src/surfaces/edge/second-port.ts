import type { Server } from 'node:http'
import type { App } from './app.ts'
import { dropStalledConnections } from './drop-stalled-connections.ts'

/** A second port for the same server; the port of a request decides which surface answers. */
export async function listenOnSecondPort(
  app: App,
  listen: { host: string; port: number; reusePort?: boolean },
): Promise<Server> {
  // An import would also load an HTTP client that hardly any server needs.
  const { createServer } = process.getBuiltinModule('node:http')
  const server = createServer({ requestTimeout: 300_000, keepAliveTimeout: 72_000 }, (request, response) =>
    app.routing(request, response),
  )
  dropStalledConnections(server)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(listen, resolve))
  app.server.once('close', () => {
    server.close()
    server.closeAllConnections()
  })
  return server
}
