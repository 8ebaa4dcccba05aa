import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { Config } from '../config/settings.ts'
import type { MessageBus } from '../events/message-bus.ts'
import { openProcessHub } from '../events/process-bus.ts'
import type { ServerLogger } from '../surfaces/edge/server-logger.ts'

/** Lets all processes listen on one port: the system assigns each new connection to one of them. */
export const sharedPortOptions: object = { reusePort: true }
export const canSharePort = ['linux', 'freebsd', 'sunos', 'aix'].includes(process.platform)

/** The number of processes that serve requests. */
export const serverProcessCount = ({ server }: Pick<Config, 'server'>): number =>
  server.processes || availableParallelism()

/** What the first process sends a server process at its start. */
export interface ServerProcessOptions {
  kind: 'serve'
  config: Config
  port: number
  web: string
}

export interface ServerProcesses {
  /** Connects the server processes with each other and with this process. */
  bus: MessageBus
  /** Starts them once this process listens; they listen on the same port. */
  start(order: Omit<ServerProcessOptions, 'kind'>): Promise<void>
  close(): Promise<void>
}

/**
 * Additional processes that serve requests, to use more than one core. This process stays the first: it migrates the
 * database, runs the tasks and schedules, and watches the folders. The others only serve, so each can exit at any
 * moment; it is then replaced.
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
    // A process that can't be spawned, e.g. for lack of memory, never emits `exit`.
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

/** Closes when the parent process is gone; a process that doesn't react is killed. */
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
