import { randomUUID } from 'node:crypto'
import type { Channel, MessageBus } from '../../events/message-bus.ts'
import type { Db } from '../../store/open.ts'
import { type FailureCode, PluginError } from '../protocol/errors.ts'
import {
  ANSWER_CHANNEL,
  CALL_CHANNEL,
  type CallMessage,
  type CallPatience,
  type HostMessage,
  packMessage,
  unpackMessage,
} from './call-messages.ts'

/** How the rest of the server reaches plugins, wherever they run. */
export interface PluginCalls {
  /** Rejects with `PluginError`. `timeoutMs`: other than the plugin's own, from when it is sent. */
  call(
    pluginId: number,
    method: string,
    params?: unknown,
    timeoutMs?: number,
    patience?: CallPatience,
  ): Promise<unknown>
}

export interface PluginBus extends PluginCalls {
  /** What a host of this process answered. */
  sendAnswer(text: string): void
  close(): void
}

export interface PluginBusOptions {
  db: Db
  bus: MessageBus
  /** A call of anybody, for the host of this process if it has one. */
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
 * Queryable over the wire; whoever has the plugin answers. A call that nobody took is said again, and so is one whose host was
 * replaced: by then another one has the plugin.
 */
export function openPluginBus({ db, bus, onCall = () => {}, onError }: PluginBusOptions): PluginBus {
  const open = new Map<string, Open>()
  const receive = async (text: string) => {
    const { kind, id } = JSON.parse(text) as { kind: string; id?: string }
    if (kind !== 'taken' && !open.has(id!)) return
    const message = await unpackMessage<HostMessage>(db, text)
    if (!message) return
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
      // Waiting for a turn and starting take their time too; whoever runs the plugin keeps the exact one.
      const deadline = now + (timeoutMs ?? MAX_MS) * 2 + waitMs + UNHEARD_MS
      open.set(message.id, { pluginId, text, host: undefined, saidAt: now, began: now, deadline, resolve, reject })
      const forget = () => {
        open.delete(message.id)
        reject(new PluginError('BUSY', 'The call was cancelled.'))
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
/** Longer than a host that is gone keeps its plugins. */
const UNHEARD_MS = 25_000
const MAX_MS = 600_000
