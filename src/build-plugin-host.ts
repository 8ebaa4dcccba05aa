import type { Config } from './config/settings.ts'
import type { Events } from './events/events.ts'
import type { MessageBus } from './events/message-bus.ts'
import { answerPluginCalls, runCall } from './plugins/bus-calls/answer-calls.ts'
import { openPluginBus, type PluginCalls } from './plugins/bus-calls/plugin-bus.ts'
import { PluginHost } from './plugins/host/plugin-host.ts'
import { removeUnusedPackages } from './plugins/install/remove-unused-packages.ts'
import { autoMatchHandler, queueDueMatches } from './plugins/matching/auto-match-handler.ts'
import type { MatchDeps } from './plugins/matching/auto-match-item.ts'
import {
  dismissRecommendationHandler,
  recommendForUserHandler,
} from './plugins/recommendations/recommendation-handlers.ts'
import { pollReleaseSourceHandler, queueDuePolls } from './plugins/releases/poll-release-source.ts'
import { openSecretBox } from './plugins/secrets.ts'
import { queueDueSyncs, syncHandler } from './plugins/sync/sync-handler.ts'
import type { Db } from './store/open.ts'
import { listPlugins } from './store/plugin/read.ts'
import type { TaskHandler } from './tasks/task-kind.ts'
import type { Tasks } from './tasks/tasks.ts'

export interface HostedPlugins extends PluginCalls {
  host: PluginHost
  /** Receives a call of another process that doesn't arrive over the bus. */
  receiveCall(text: string): void
  close(): Promise<void>
}

export interface HostParts {
  db: Db
  events: Pick<Events, 'emit'>
  config: Config
  /** Connects to other processes on the same database. */
  bus: MessageBus | undefined
  /** Without a bus: sends the answer to the thread that started this worker. */
  sendAnswer?: (text: string) => void
  onError: (error: unknown) => void
}

/** Builds the plugin host, a part of each worker. */
export async function buildPluginHost({
  db,
  events,
  config,
  bus,
  sendAnswer,
  onError,
}: HostParts): Promise<HostedPlugins> {
  const host = new PluginHost({
    db,
    events,
    config,
    secrets: openSecretBox(config),
    isOnlyHost: db.kind === 'sqlite',
    onError,
    // The bus also delivers to the sender.
    ...(bus && { sendProgress: (...progress) => answering.sendProgress(...progress) }),
    onTaken: (pluginId) => answering.announceTaken(pluginId),
  })
  const answering = answerPluginCalls({
    db,
    host: () => host,
    sendAnswer: (text) => (link ? link.sendAnswer(text) : sendAnswer?.(text)),
    onError,
  })
  const link = bus && openPluginBus({ db, bus, onCall: answering.receive, onError })
  await host.start()
  return {
    host,
    receiveCall: answering.receive,
    async call(pluginId, method, params, timeoutMs, patience) {
      const plugin = await host.find(pluginId)
      if (plugin) return runCall(host, plugin, { method, params, timeoutMs, patience })
      if (link) return link.call(pluginId, method, params, timeoutMs, patience)
      throw new Error('another process is running the plugins of this data folder')
    },
    async close() {
      link?.close()
      await host.close()
    },
  }
}

export interface PluginTaskDeps extends Omit<MatchDeps, 'plugins'> {
  plugins: () => Promise<PluginCalls>
}

/** Handlers of the tasks that use plugins. */
export function buildPluginTaskHandlers({ plugins, ...deps }: PluginTaskDeps): TaskHandler[] {
  const forUser = { db: deps.db, config: deps.config, events: deps.events, secrets: openSecretBox(deps.config) }
  return [
    syncHandler(forUser),
    recommendForUserHandler(forUser),
    dismissRecommendationHandler(forUser),
    pollReleaseSourceHandler({ db: deps.db, events: deps.events, plugins }),
    autoMatchHandler(async () => ({ ...deps, plugins: await plugins() })),
  ]
}

/** Removes packages left by a server that was killed while it installed a plugin. */
export async function removePackagesLeftBehind(db: Db, config: Config): Promise<void> {
  const plugins = await listPlugins(db)
  await removeUnusedPackages(
    config,
    plugins.map(({ packageDir }) => packageDir),
  )
}

/** Runs every few minutes and queues due tasks: polls of release sources, matching and sync. */
export async function queueDuePluginTasks(db: Db, tasks: Tasks, now: number): Promise<void> {
  const queued = await Promise.allSettled([
    queueDuePolls(db, tasks, now),
    queueDueMatches(db, tasks, now),
    queueDueSyncs(db, tasks, now),
  ])
  const failed = queued.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
