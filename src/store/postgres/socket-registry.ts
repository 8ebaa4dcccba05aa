import { Socket } from 'node:net'

/** The connections to a database, open or about to be, so that they can be cut. */
export interface SocketRegistry {
  open(): Socket
  /** Whoever waits for an answer is told that there is none; so is whoever asks from now on. */
  cut(): void
}

/** A database that has gone silent ends no connection either: they would hold the process for as long as it likes. */
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
      // Not before it is used: one that is not open yet would be opened all the same.
      if (isCut) setImmediate(() => cutOne(socket))
      return socket
    },
    cut() {
      isCut = true
      for (const socket of sockets) cutOne(socket)
    },
  }
}
