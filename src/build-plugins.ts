import type { Config } from './config/settings.ts'
import type { MessageBus } from './events/message-bus.ts'
import { PluginHost } from './plugins/host/host.ts'
import { answerPluginCalls, runCall } from './plugins/link/answer-calls.ts'
import { openPluginLink, type PluginCalls } from './plugins/link/call-plugins.ts'
import { openSecretBox } from './plugins/secrets.ts'
import type { Db } from './store/open.ts'

interface HostedPlugins extends PluginCalls {
  host: PluginHost
  /** A call of another process that came another way than over the wire. */
  receiveCall(text: string): void
  close(): Promise<void>
}

interface HostParts {
  db: Db
  config: Config
  /** To other processes over the same database. */
  bus: MessageBus | undefined
  /** Where there is no bus: to the process this one works for. */
  sendAnswer?: (text: string) => void
  onError: (error: unknown) => void
}

/** Puts together whoever runs plugins: a part of each worker. */
export async function buildPluginHost({ db, config, bus, sendAnswer, onError }: HostParts): Promise<HostedPlugins> {
  const host = new PluginHost({
    db,
    config,
    secrets: openSecretBox(config),
    isOnlyHost: db.kind === 'sqlite',
    onError,
    onTaken: (pluginId) => answering.tellTaken(pluginId),
  })
  const answering = answerPluginCalls({
    db,
    host: () => host,
    sendAnswer: (text) => (link ? link.sendAnswer(text) : sendAnswer?.(text)),
    onError,
  })
  const link = bus && openPluginLink({ db, bus, onCall: answering.receive, onError })
  await host.start()
  return {
    host,
    receiveCall: answering.receive,
    async call(pluginId, method, params, timeoutMs) {
      const plugin = await host.find(pluginId)
      if (plugin) return runCall(host, plugin, { method, params, timeoutMs })
      if (link) return link.call(pluginId, method, params, timeoutMs)
      throw new Error('another process runs the plugins of this data folder')
    },
    async close() {
      link?.close()
      await host.close()
    },
  }
}
