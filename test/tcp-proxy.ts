import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands before a server whose connections are to break. */
export interface TcpProxy {
  port: number
  /** Ends all connections and takes no new ones. */
  cut(): void
  /** Takes connections and bytes, and passes nothing on: what a dead network looks like. */
  freeze(): void
  /** The same for the connections there are; new ones are well: what a router that forgot them looks like. */
  strand(): void
  heal(): void
  /** From now on answers are this long on their way. */
  lag(ms: number): void
  close(): void
}

export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const stranded = new WeakSet<Socket>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  let answersTake = 0
  const server = createServer((near) => {
    if (state === 'cut') {
      near.resetAndDestroy()
      return
    }
    const far = connect(target)
    const pass = (to: Socket, bytes: Buffer | string) => {
      if (to === far || answersTake === 0) to.write(bytes)
      else setTimeout(() => to.write(bytes), answersTake)
    }
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('data', (bytes) => state === 'open' && !stranded.has(one) && pass(other, bytes))
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut'
      endAll()
    },
    freeze() {
      state = 'frozen'
    },
    strand() {
      for (const socket of sockets) stranded.add(socket)
    },
    heal() {
      // Bytes were swallowed: no connection of before is of use.
      if (state === 'frozen') endAll()
      state = 'open'
    },
    lag(ms) {
      answersTake = ms
    },
    close() {
      endAll()
      server.close()
    },
  }
}
