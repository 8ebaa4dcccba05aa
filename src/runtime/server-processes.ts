import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { Config } from '../config/settings.ts'
import type { MessageBus } from '../events/message-bus.ts'
import { openProcessHub } from '../events/process-bus.ts'
import type { ServerLogger } from '../surfaces/edge/server-logger.ts'

/** How all of them listen on one port: the system gives each new connection to one of them. */
export const sharedPortOptions: object = { reusePort: true }
export const canSharePort = ['linux', 'freebsd', 'sunos', 'aix'].includes(process.platform)

/** How many are to answer requests. */
export const serverProcessCount = ({ server }: Pick<Config, 'server'>): number =>
  server.processes || availableParallelism()

/** What the first process gives a server process to start with. */
export interface ServerProcessOptions {
  kind: 'serve'
  config: Config
  port: number
  web: string
}

export interface ServerProcesses {
  /** Connects them with each other and with this process. */
  bus: MessageBus
  /** Starts them once this process listens; they listen on the same port. */
  start(order: Omit<ServerProcessOptions, 'kind'>): Promise<void>
  close(): Promise<void>
}

/**
 * More processes that answer requests, for more than one core. This one stays the first: it brings the database up to
 * date, does the tasks, keeps the timetable and watches the folders; the others only serve, so each can end at any moment.
 * One that does is replaced.
 */
export function openServerProcesses(count: number, log: ServerLogger): ServerProcesses {
  const hub = openProcessHub()
  const children = new Set<ChildProcess>()
  const restarts = new Set<NodeJS.Timeout>()
  let isClosing = false

  const start = async (order: ServerProcessOptions, failures = 0): Promise<void> => {
    const child = fork(new URL('../server-process.ts', import.meta.url), { serialization: 'advanced' })
    children.add(child)
    hub.join(child)
    const began = Date.now()
    const replace = (reason: unknown) => {
      if (!children.delete(child) || isClosing) return
      log.error(`A server process exited (${reason}); starting a new one`)
      const fails = Date.now() - began > LONG_ENOUGH_MS ? 0 : failures + 1
      const again = setTimeout(
        () => {
          restarts.delete(again)
          void start(order, fails)
        },
        Math.min(MAX_PAUSE_MS, 100 * 2 ** fails),
      )
      restarts.add(again)
    }
    child.once('exit', (code, signal) => replace(signal ?? code))
    // One that the machine has no room for never begins, so it never ends either.
    child.on('error', (error) => child.pid === undefined && replace(error.message))
    child.send(order, () => {})
    await new Promise<void>((resolve) => {
      child.on('message', (message) => message === 'ready' && resolve())
      child.once('exit', () => resolve())
      child.once('error', () => resolve())
    })
  }

  return {
    bus: hub.bus,
    start: async (order) => {
      await Promise.all(Array.from({ length: count }, () => start({ kind: 'serve', ...order })))
    },
    async close() {
      isClosing = true
      for (const timer of restarts) clearTimeout(timer)
      await Promise.all([...children].map(end))
    },
  }
}

/** It hears that nobody is at the other end, and closes as the first process does; one that cannot is ended. */
async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_CLOSING_MS)
  if (child.connected) child.disconnect()
  await ended
  clearTimeout(timer)
}

const LONG_ENOUGH_MS = 60_000
const MAX_PAUSE_MS = 30_000
const MAX_CLOSING_MS = 10_000
