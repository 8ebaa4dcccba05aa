import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Disconnects clients that don't read their response. Each would hold a file and a buffer for as long as it likes. Slow
 * clients are fine, as long as some bytes get through. No client is disconnected while its response is still being
 * prepared.
 *
 * All connections are checked periodically: a timeout per connection would cost every request two timers, and Node's
 * own timeout restarts once too often, because it counts the first bytes, which only fill the system's buffers, as
 * progress.
 */
export function dropStalledConnections(server: Server, afterMs = 120_000): void {
  const open = new Map<Socket, Waiting | undefined>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, undefined)
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(() => {
    for (const [socket, before] of open) {
      if (socket.writableLength === 0) {
        if (before) open.set(socket, undefined)
        continue
      }
      const sent = bytesTaken(socket)
      if (before?.sent !== sent) open.set(socket, { sent, checks: 0 })
      else if (++before.checks === CHECKS) socket.destroy()
    }
  }, afterMs / CHECKS)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** A connection with unsent data. */
interface Waiting {
  sent: number
  /** The number of checks without progress since. */
  checks: number
}

const CHECKS = 4

/** The number of bytes the system has accepted. For a large response sent in one piece only the handle knows it. */
function bytesTaken(socket: Socket): number {
  const { _handle } = socket as unknown as { _handle: { bytesWritten: number; writeQueueSize: number } | null }
  return _handle ? _handle.bytesWritten - _handle.writeQueueSize : 0
}
