import { randomBytes } from 'node:crypto'
import { MAX_MESSAGE_BYTES } from '../../events/message-bus.ts'
import type { Db } from '../../store/open.ts'
import { storeLongBusMessage, takeLongBusMessage } from '../../store/plugin/long-bus-messages.ts'

/** Of a call that nobody sits there waiting for: it waits for its turn for longer, and lets others go first. */
export interface CallPatience {
  waitMs: number
  /** Ends the waiting. */
  signal?: AbortSignal
}

/** From whoever needs a plugin to those who run them. */
export interface CallMessage {
  kind: 'call'
  id: string
  pluginId: number
  method: string
  timeoutMs: number | undefined
  /** Its signal stays where the call came from. */
  patience?: CallPatience
  params?: unknown
}

/** And back. `taken`: whoever had that plugin is gone, and its calls with it. */
export type HostMessage =
  | { kind: 'ack'; id: string; host: string }
  | { kind: 'answer'; id: string; result?: unknown; error?: { code: number | string; message: string; data?: unknown } }
  | { kind: 'taken'; pluginId: number; host: string }

export const CALL_CHANNEL = 'lectern_plugin_calls'
export const ANSWER_CHANNEL = 'lectern_plugin_answers'

/** As it goes over the bus: what is too long for it lies in the database meanwhile. */
export async function packMessage(db: Db, message: CallMessage | HostMessage): Promise<string> {
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) <= MAX_MESSAGE_BYTES) return text
  const ref = randomBytes(12).toString('hex')
  await storeLongBusMessage(db, ref, text, Date.now())
  const { kind, id } = message as { kind: string; id: string }
  return JSON.stringify({ kind, id, ref })
}

/** Undefined where it is gone. Calls may be read by several hosts, an answer by one. */
export async function unpackMessage<M extends CallMessage | HostMessage>(db: Db, text: string): Promise<M | undefined> {
  const message = JSON.parse(text) as M & { ref?: string }
  if (message.ref === undefined) return message
  const body = await takeLongBusMessage(db, message.ref, { keep: message.kind === 'call' })
  return body === undefined ? undefined : (JSON.parse(body) as M)
}
