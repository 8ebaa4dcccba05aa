import { randomUUID } from 'node:crypto'
import type { Channel, MessageBus } from '../../events/message-bus.ts'
import type { Db } from '../../store/open.ts'
import { callCancelled, type FailureCode, PluginError } from '../protocol/errors.ts'
import { reportPollProgress } from '../releases/poll-progress.ts'
import {
  ANSWER_CHANNEL,
  CALL_CHANNEL,
  type CallMessage,
  type CallPatience,
  type HostMessage,
  packMessage,
  unpackMessage,
} from './call-messages.ts'

/** Calls plugins, whichever process runs them. */
export interface PluginCalls {
  /** Rejects with `PluginError`. `timeoutMs` replaces the plugin's own timeout and starts when the call is sent. */
  call(
    pluginId: number,
    method: string,
    params?: unknown,
    timeoutMs?: number,
    patience?: CallPatience,
  ): Promise<unknown>
}

export interface PluginBus extends PluginCalls {
  /** Sends a response of this process's host. */
  sendAnswer(text: string): void
  close(): void
}

export interface PluginBusOptions {
  db: Db
  bus: MessageBus
  /** Receives every call, for the host of this process if it has one. */
  onCall?: (text: string) => void
  onError: (error: unknown) => void
}

interface Open {
  pluginId: number
  text: string
  host: string | undefined
  saidAt: number
  began: number
  deadline: number
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/**
 * Sends calls over the bus to all hosts; the plugin's owner responds. A call that no host acknowledged is sent again,
 * and so is one whose host was replaced: another one owns the plugin by then.
 */
export function openPluginBus({ db, bus, onCall = () => {}, onError }: PluginBusOptions): PluginBus {
  const open = new Map<string, Open>()
  const receive = async (text: string) => {
    const { kind, id } = JSON.parse(text) as { kind: string; id?: string }
    if (kind !== 'taken' && kind !== 'progress' && !open.has(id!)) return
    const message = await unpackMessage<HostMessage>(db, text)
    if (!message) return
    if (message.kind === 'progress') return reportPollProgress(message.pluginId, ...message.progress)
    if (message.kind === 'taken') {
      for (const one of open.values()) if (one.pluginId === message.pluginId && one.host !== message.host) sayAgain(one)
      return
    }
    const one = open.get(message.id)
    if (!one) return
    if (message.kind === 'ack') {
      one.host = message.host
      return
    }
    open.delete(message.id)
    if (!message.error) return one.resolve(message.result)
    const { code, message: words, data } = message.error
    one.reject(new PluginError(code as number | FailureCode, words, data))
  }
  const answers = bus.channel(ANSWER_CHANNEL, { receive: (text) => void receive(text).catch(onError) })
  const calls: Channel = bus.channel(CALL_CHANNEL, { receive: onCall })
  const sayAgain = (one: Open) => {
    one.host = undefined
    one.saidAt = Date.now()
    calls.send(one.text)
  }
  const tick = setInterval(() => {
    const now = Date.now()
    for (const [id, one] of open) {
      const isUnheard = one.host === undefined && now - one.began > UNHEARD_MS
      if (now > one.deadline || isUnheard) {
        open.delete(id)
        one.reject(isUnheard ? nobody() : new PluginError('TIMEOUT', 'The plugin didn’t respond in time.'))
      } else if (one.host === undefined && now - one.saidAt > SAY_AGAIN_MS) sayAgain(one)
    }
  }, 500)
  tick.unref()

  return {
    async call(pluginId, method, params, timeoutMs, { signal, waitMs = 0 } = { waitMs: 0 }) {
      const patience = waitMs > 0 ? { waitMs } : undefined
      const message: CallMessage = { kind: 'call', id: randomUUID(), pluginId, method, timeoutMs, patience, params }
      const text = await packMessage(db, message)
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const now = Date.now()
      // Generous, as waiting for a turn and starting take time too; the host enforces the exact timeout.
      const deadline = now + (timeoutMs ?? MAX_MS) * 2 + waitMs + UNHEARD_MS
      open.set(message.id, { pluginId, text, host: undefined, saidAt: now, began: now, deadline, resolve, reject })
      const forget = () => {
        open.delete(message.id)
        reject(callCancelled())
      }
      signal?.addEventListener('abort', forget)
      if (signal?.aborted) forget()
      else calls.send(text)
      return promise.finally(() => signal?.removeEventListener('abort', forget))
    },
    sendAnswer: (text) => answers.send(text),
    close() {
      clearInterval(tick)
      for (const one of open.values()) one.reject(new PluginError('NO_HOST', 'The server is closing.'))
      open.clear()
    },
  }
}

const nobody = () =>
  new PluginError('NO_HOST', 'No server is running plugins at the moment. Start a server or worker that runs tasks.')

const SAY_AGAIN_MS = 1500
/** Longer than the lease of a host that is gone. */
const UNHEARD_MS = 25_000
const MAX_MS = 600_000
