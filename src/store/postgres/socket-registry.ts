import { Socket } from 'node:net'

/** The sockets of a database's connections, open or connecting, so that they can be destroyed. */
export interface SocketRegistry {
  open(): Socket
  /** Fails all pending queries, and all later ones. */
  cut(): void
}

/** An unresponsive database doesn't close its connections either: they would keep the process alive indefinitely. */
export function openSocketRegistry(): SocketRegistry {
  const sockets = new Set<Socket>()
  let isCut = false
  const cutOne = (socket: Socket) =>
    socket.destroy(
      Object.assign(new Error('Connection terminated: the database does not respond'), { code: 'ETIMEDOUT' }),
    )
  return {
    open() {
      const socket = new Socket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      // Only once it is in use: a socket destroyed before connecting would connect all the same.
      if (isCut) setImmediate(() => cutOne(socket))
      return socket
    },
    cut() {
      isCut = true
      for (const socket of sockets) cutOne(socket)
    },
  }
}
