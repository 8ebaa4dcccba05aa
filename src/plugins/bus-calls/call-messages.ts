import { randomBytes } from 'node:crypto'
import { MAX_MESSAGE_BYTES } from '../../events/message-bus.ts'
import type { Db } from '../../store/open.ts'
import { storeLongBusMessage, takeLongBusMessage } from '../../store/plugin/long-bus-messages.ts'
import type { PollProgress } from '../releases/poll-progress.ts'

/** For a call that no user waits for: it may wait longer for its turn, and lets others go first. */
export interface CallPatience {
  waitMs: number
  /** Ends the waiting and the call itself. */
  signal?: AbortSignal
}

/** From a caller to the hosts that run plugins. */
export interface CallMessage {
  kind: 'call'
  id: string
  pluginId: number
  method: string
  timeoutMs: number | undefined
  /** Without its signal, which stays with the caller. */
  patience?: CallPatience
  params?: unknown
}

/**
 * From a host to the callers. `taken`: another host took the plugin over, and its former owner's calls are lost.
 * `progress`: how far the only poll of the plugin is; the task that waits for it may run in any process.
 */
export type HostMessage =
  | { kind: 'ack'; id: string; host: string }
  | { kind: 'answer'; id: string; result?: unknown; error?: { code: number | string; message: string; data?: unknown } }
  | { kind: 'taken'; pluginId: number; host: string }
  | { kind: 'progress'; pluginId: number; progress: PollProgress }

export const CALL_CHANNEL = 'lectern_plugin_calls'
export const ANSWER_CHANNEL = 'lectern_plugin_answers'

/** The text to send over the bus: a message that is too long is stored in the database, and its key is sent. */
export async function packMessage(db: Db, message: CallMessage | HostMessage): Promise<string> {
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) <= MAX_MESSAGE_BYTES) return text
  const ref = randomBytes(12).toString('hex')
  await storeLongBusMessage(db, ref, text, Date.now())
  const { kind, id } = message as { kind: string; id: string }
  return JSON.stringify({ kind, id, ref })
}

/** Undefined when the stored message is gone. A call can be read by several hosts, a response by one caller. */
export async function unpackMessage<M extends CallMessage | HostMessage>(db: Db, text: string): Promise<M | undefined> {
  const message = JSON.parse(text) as M & { ref?: string }
  if (message.ref === undefined) return message
  const body = await takeLongBusMessage(db, message.ref, { keep: message.kind === 'call' })
  return body === undefined ? undefined : (JSON.parse(body) as M)
}
