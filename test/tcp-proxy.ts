import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a server whose connections should break. */
export interface TcpProxy {
  port: number
  /** Ends all connections and accepts no new ones. */
  cut(): void
  /** Accepts connections and bytes, but forwards nothing, like a dead network. */
  freeze(): void
  /** The same for existing connections only; new ones work, as with a router that forgot them. */
  strand(): void
  heal(): void
  /** Delays responses by this time from now on. */
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
      // Bytes were lost: no earlier connection is usable.
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
