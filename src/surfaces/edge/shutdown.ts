import type { App } from './app.ts'
import type { ServerLogger } from './server-logger.ts'

export interface ShutdownOptions {
  app: App
  /** Closes everything behind the server, in order: requeues tasks, and closes the database last. */
  close(): Promise<void>
  log: ServerLogger
  withinMs?: number
}

/**
 * Stops accepting requests, lets the running ones finish, then closes the rest. Connections that are still open after
 * most of the time are cut off, so that it ends in time.
 */
export async function shutDownGracefully({
  app,
  close,
  log,
  withinMs = 10_000,
}: ShutdownOptions): Promise<'in time' | 'cut off'> {
  const started = performance.now()
  const cut = setTimeout(() => {
    log.warn('Some requests did not finish in time; closing their connections')
    app.server.closeAllConnections()
  }, withinMs * 0.6)
  // Clients keep their connection after the response, although no more requests are accepted.
  const hangUp = setInterval(() => app.server.closeIdleConnections(), 50)
  const ended = (async () => {
    await app.close()
    clearInterval(hangUp)
    clearTimeout(cut)
    await close()
    return 'in time' as const
  })()
  let last: NodeJS.Timeout | undefined
  const deadline = new Promise<'cut off'>((resolve) => {
    last = setTimeout(() => resolve('cut off'), withinMs - (performance.now() - started))
  })
  const result = await Promise.race([ended, deadline])
  clearTimeout(last)
  clearInterval(hangUp)
  clearTimeout(cut)
  return result
}
