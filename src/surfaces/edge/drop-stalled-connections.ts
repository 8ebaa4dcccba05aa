import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Lets go of clients that do not take what they asked for. Each would hold a file and a buffer for as long as it likes.
 * A slow one may be slow, as long as some bytes get through. Nobody is let go while the answer is still being made.
 *
 * We look at all of them now and then: to time every connection would cost every request two timers, and Node's own time
 * starts anew once too often, because it takes the first bytes, which only fill the buffers of the system, for progress.
 */
export function dropStalledConnections(server: Server, afterMs = 120_000): void {
  const open = new Map<Socket, Waiting | undefined>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, undefined)
    socket.once('close', () => open.delete(socket))
  })
  const look = setInterval(() => {
    for (const [socket, before] of open) {
      if (socket.writableLength === 0) {
        if (before) open.set(socket, undefined)
        continue
      }
      const sent = bytesTaken(socket)
      if (before?.sent !== sent) open.set(socket, { sent, looks: 0 })
      else if (++before.looks === LOOKS) socket.destroy()
    }
  }, afterMs / LOOKS)
  look.unref()
  server.once('close', () => clearInterval(look))
}

/** For whom something waits. */
interface Waiting {
  sent: number
  /** How often there was no progress since. */
  looks: number
}

const LOOKS = 4

/** How much the system has taken. Of a large answer that goes out in one piece only the handle knows it. */
function bytesTaken(socket: Socket): number {
  const { _handle } = socket as unknown as { _handle: { bytesWritten: number; writeQueueSize: number } | null }
  return _handle ? _handle.bytesWritten - _handle.writeQueueSize : 0
}
