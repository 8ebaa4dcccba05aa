import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Lets go of clients that do not take what they asked for. Each would hold a file and a buffer for as long as it likes.
 * A slow one may be slow: Node starts the time anew whenever some bytes got through. Nobody is let go while the answer is
 * still being made.
 *
 * Only those are timed for whom something waits when we look: to time every connection would cost every request two timers.
 */
export function dropStalled(server: Server, afterMs = 120_000): void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('timeout', (socket: Socket) => {
    const hasTakenAll = socket.timeout === afterMs && socket.writableLength === 0
    if (hasTakenAll) socket.setTimeout(0)
    else socket.destroy()
  })
  const look = setInterval(() => {
    for (const socket of open) if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(afterMs)
  }, afterMs / 4)
  look.unref()
  server.once('close', () => clearInterval(look))
}
