import type { Db } from '../../store/open.ts'
import type { PluginHost, UserCall } from '../host/plugin-host.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import type { PollProgress } from '../releases/poll-progress.ts'
import type { PollCall } from '../releases/running-polls.ts'
import { type CallMessage, type HostMessage, packMessage, unpackMessage } from './call-messages.ts'

/** Answers calls from all processes to the plugins of this host. Only the owner of a plugin responds. */
export function answerPluginCalls(options: {
  db: Db
  host: () => PluginHost
  /** Sends a message over the bus to the caller. */
  sendAnswer: (text: string) => void
  onError: (error: unknown) => void
}) {
  const { db, host, sendAnswer, onError } = options
  const running = new Set<string>()
  const say = async (message: HostMessage) => sendAnswer(await packMessage(db, message))

  const receive = async (text: string) => {
    const { id } = JSON.parse(text) as { id: string }
    // The call was sent again because the first acknowledgement got lost.
    if (running.has(id)) return say({ kind: 'ack', id, host: host().id })
    running.add(id)
    try {
      const call = await unpackMessage<CallMessage>(db, text)
      if (!call) return
      const answer = await take(call)
      if (answer) await say(answer)
    } finally {
      running.delete(id)
    }
  }

  const take = async (call: CallMessage): Promise<HostMessage | undefined> => {
    const { id } = call
    try {
      const plugin = await host().find(call.pluginId)
      if (!plugin) return undefined
      await say({ kind: 'ack', id, host: host().id })
      return { kind: 'answer', id, result: await runCall(host(), plugin, call) }
    } catch (error) {
      if (error instanceof PluginError) {
        return { kind: 'answer', id, error: { code: error.code, message: error.message, data: error.data } }
      }
      const message = error instanceof Error ? error.message : String(error)
      return { kind: 'answer', id, error: { code: rpcCodes.internal, message } }
    }
  }

  return {
    receive: (text: string) => void receive(text).catch(onError),
    sendProgress: (pluginId: number, ...progress: PollProgress) =>
      void say({ kind: 'progress', pluginId, progress }).catch(onError),
    announceTaken: (pluginId: number) => void say({ kind: 'taken', pluginId, host: host().id }).catch(onError),
  }
}

/** `host/*` methods manage the plugin's process; all others are sent to the plugin. */
export async function runCall(
  host: PluginHost,
  plugin: Awaited<ReturnType<PluginHost['find']>> & object,
  { method, params, timeoutMs, patience }: Pick<CallMessage, 'method' | 'params' | 'timeoutMs' | 'patience'>,
): Promise<unknown> {
  switch (method) {
    case 'host/status':
      return host.status(plugin)
    case 'host/test':
      return host.test({ ...plugin, ...(params as object | undefined) })
    case 'host/follow':
      return host.follow(plugin)
    case 'host/reset':
      return host.reset(plugin)
    case 'host/user-call':
      return host.callForUser(plugin, params as UserCall)
    case 'host/poll':
      return host.poll(plugin, params as PollCall, timeoutMs, patience)
    case 'host/forget':
      return host.forget(plugin.id)
    default:
      return host.call(plugin, method, params, timeoutMs, patience)
  }
}
