import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Lets go of clients that do not take what they asked for. Each would hold a file and a buffer for as long as it likes.
 * A slow one may be slow: Node starts the time anew whenever some bytes got through. Nobody is let go while the answer is
 * still being made.
 */
export function dropStalled(server: Server, afterMs = 120_000): void {
  server.setTimeout(afterMs, (socket: Socket) => {
    const isBeingAnswered = socket.timeout === afterMs && socket.writableLength === 0
    if (isBeingAnswered) socket.setTimeout(afterMs)
    else socket.destroy()
  })
}
