import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { findViewerOfUser } from '../../catalog/access/viewer-of-user.ts'
import type { Config } from '../../config/settings.ts'
import type { Events } from '../../events/events.ts'
import type { Db } from '../../store/open.ts'
import {
  claimPlugin,
  extendPluginClaims,
  releaseAllPluginClaims,
  releasePluginClaims,
} from '../../store/plugin/plugin-ownership.ts'
import { findPlugin, listPlugins, type PluginView } from '../../store/plugin/read.ts'
import { findUserPlugin } from '../../store/user-plugin/read.ts'
import type { CallPatience } from '../bus-calls/call-messages.ts'
import { ensurePackage, isPackageHere } from '../install/ensure-package.ts'
import { pluginsDir } from '../plugin-folders.ts'
import { checkDataFolder } from '../process/data-folder-limit.ts'
import { endOrphanedPlugins } from '../process/end-orphaned-plugins.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import { isForUsersOnly } from '../protocol/manifest.ts'
import type { HostPolls } from '../releases/answer-release-requests.ts'
import { reportPollProgress } from '../releases/poll-progress.ts'
import { type PollCall, RunningPolls } from '../releases/running-polls.ts'
import type { SecretBox } from '../secrets.ts'
import { runPluginForUser } from '../user/run-plugin-for-user.ts'
import { answerPluginRequest } from './answer-plugin-request.ts'
import { type LaunchDeps, launchPluginForTest } from './launch-plugin.ts'
import { readStoredManifest } from './plugin-health.ts'
import { PluginRunner } from './plugin-runner.ts'
import { isMarkedWithoutFiles, PluginsWithoutFiles } from './plugins-without-files.ts'

export interface PluginHostOptions {
  db: Db
  events: Pick<Events, 'emit'>
  config: Config
  secrets: SecretBox
  /** No other process runs plugins of this database: claims that exist at the start are left over from a crash. */
  isOnlyHost: boolean
  onError: (error: unknown) => void
  /** Called when this host has taken over a plugin from another one. */
  onTaken?: (pluginId: number) => void
  /** Passes a poll's progress on to the process whose task waits for it. */
  sendProgress?: HostPolls['sendProgress']
  /** For tests: how long a silent host keeps its plugins. */
  leaseMs?: number
  /** For tests: how long an idle plugin may be silent before it is asked whether it still responds. */
  idlePulseMs?: number
  /** For tests: how long a plugin that has failed must run to count as healthy again. */
  provenMs?: number
}

export interface UserCall {
  userPluginId: number
  method?: string
  params?: object
}

export interface PluginProcessStatus {
  host: string
  isRunning: boolean
  pid: number | null
  startedAt: number | null
  nextStartAt: number | null
  waiting: number
  log: { at: number; level: string; message: string }[]
  methods: Record<string, { calls: number; failures: number; milliseconds: number }>
}

/**
 * Runs the plugins that this process owns. The database stores which those are: a plugin has one owner, which extends
 * its lease every few seconds; when a lease expires, the host that gets the next call takes over.
 */
export class PluginHost {
  readonly id = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`
  readonly #options: PluginHostOptions
  readonly #runners = new Map<number, PluginRunner>()
  readonly #polls = new RunningPolls()
  readonly #leaseMs: number
  readonly #withoutFiles: PluginsWithoutFiles
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: PluginHostOptions) {
    this.#options = options
    this.#leaseMs = options.leaseMs ?? 15_000
    this.#withoutFiles = new PluginsWithoutFiles(options.db, options.config, this.#leaseMs)
  }

  /** Ends processes that a killed server left running, and starts the plugins that have to run without being called. */
  async start(): Promise<void> {
    const { db, config, isOnlyHost, onError } = this.#options
    endOrphanedPlugins(pluginsDir(config))
    if (isOnlyHost) await db.transaction((tx) => releaseAllPluginClaims(tx))
    const tick = () => this.#superviseAll().catch(onError)
    this.#timer = setInterval(tick, this.#leaseMs / 3)
    this.#timer.unref()
    await tick()
  }

  /** Undefined when another host owns the plugin and answers. */
  async find(pluginId: number): Promise<PluginView | undefined> {
    const plugin = await findPlugin(this.#options.db, { id: pluginId })
    if (!plugin) throw new PluginError('DISABLED', 'This plugin no longer exists.')
    if (this.#isClosed) return undefined
    if (this.#isForOthers(plugin)) {
      const reason = this.#withoutFiles.reasonNotRunAnywhere(plugin)
      if (reason !== undefined) throw new PluginError(rpcCodes.configError, reason)
      return undefined
    }
    return (await this.#own(plugin)) ? plugin : undefined
  }

  async call(
    plugin: PluginView,
    method: string,
    params: unknown,
    timeoutMs?: number,
    patience?: CallPatience,
  ): Promise<unknown> {
    const runner = await this.#runnerOf(plugin)
    return runner.call(method, params, timeoutMs, patience)
  }

  /** Remembers meanwhile what the plugin's requests need to know of the poll. */
  poll(plugin: PluginView, poll: PollCall, timeoutMs?: number, patience?: CallPatience): Promise<unknown> {
    const call = () => this.call(plugin, 'releases/poll', poll.params, timeoutMs, patience)
    return this.#polls.during(plugin.id, poll, call)
  }

  /** Applies a change of the plugin: starts, restarts or stops it. */
  async follow(plugin: PluginView): Promise<void> {
    const runner = await this.#runnerOf(plugin)
    if (!plugin.isEnabled) return runner.stop()
    await runner.ensureStarted()
    await runner.health.flush()
    // For users, a new process with their own settings is started each time.
    if (isForUsersOnly(readStoredManifest(plugin) ?? runner.health.manifest)) await runner.stop()
  }

  async reset(plugin: PluginView): Promise<void> {
    await this.#runners.get(plugin.id)?.reset()
  }

  status(plugin: PluginView): PluginProcessStatus {
    const runner = this.#runners.get(plugin.id)
    return {
      host: this.id,
      ...(runner?.state ?? { isRunning: false, pid: null, startedAt: null, nextStartAt: null, waiting: 0 }),
      log: (runner?.log.lines ?? []).map((line) => ({ ...line })),
      methods: Object.fromEntries(runner?.health.methods ?? []),
    }
  }

  /** Starts a second process beside the one that may be running, and stops it again. */
  async test(plugin: PluginView) {
    await ensurePackage(this.#options.config, plugin)
    await checkDataFolder(this.#options.config, plugin)
    const { manifest, latencyMs } = await launchPluginForTest(this.#launchDeps(plugin, true), plugin)
    return { manifest, latencyMs }
  }

  /** Starts the plugin for one user and makes one call; without a method it only checks whether the plugin starts. */
  async callForUser(plugin: PluginView, { userPluginId, method, params }: UserCall): Promise<unknown> {
    const { db } = this.#options
    const mine = await findUserPlugin(db, { id: userPluginId })
    const viewer = mine && (await findViewerOfUser(db, mine.userId))
    if (!mine || !viewer) throw new PluginError('DISABLED', 'The connection no longer exists.')
    return runPluginForUser(this.#options, plugin, mine, viewer.uid, async (run) => {
      // Some plugins know the user only after this call.
      if (method === 'sync/status') await run.call('sync/getUserInfo', {})
      return method === undefined ? {} : run.call(method, params ?? {})
    })
  }

  async forget(pluginId: number): Promise<void> {
    const runner = this.#runners.get(pluginId)
    this.#runners.delete(pluginId)
    await runner?.close()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await Promise.all([...this.#runners.keys()].map((id) => this.forget(id)))
    await this.#options.db.transaction((tx) => releasePluginClaims(tx, this.id)).catch(this.#options.onError)
  }

  /** Another server may have the plugin's files; a process that runs already needs them no more. */
  #isForOthers(plugin: PluginView): boolean {
    if (this.#options.isOnlyHost || this.#runners.get(plugin.id)?.isRunning) return false
    return this.#withoutFiles.isWithoutFiles(plugin)
  }

  async #own(plugin: PluginView): Promise<boolean> {
    const { db, onTaken } = this.#options
    if (plugin.owner === this.id && this.#runners.has(plugin.id)) return true
    const { isMine, before } = await claimPlugin(db, plugin.id, this.id, this.#leaseMs)
    if (isMine && before !== null && before !== this.id) onTaken?.(plugin.id)
    return isMine
  }

  async #runnerOf(plugin: PluginView): Promise<PluginRunner> {
    const known = this.#runners.get(plugin.id)
    if (known) {
      await known.follow(plugin)
      return known
    }
    const { db, onError, provenMs } = this.#options
    const onHealthChanged = () => this.#emitHealthChanged(plugin)
    const deps = { ...this.#launchDeps(plugin, false), db, onError, onHealthChanged, provenMs }
    const runner = new PluginRunner(deps, plugin)
    this.#runners.set(plugin.id, runner)
    return runner
  }

  #emitHealthChanged({ uid: pluginId }: PluginView): void {
    this.#options.events.emit({ type: 'plugin_health_changed', pluginId }, { permission: 'PluginsManage' })
  }

  #launchDeps(plugin: PluginView, isTrial: boolean): LaunchDeps {
    const { db, events, config, secrets, sendProgress = reportPollProgress } = this.#options
    const polls = { running: this.#polls, sendProgress }
    const owner = { pluginId: plugin.id, userId: 0 }
    return {
      config,
      secrets,
      answer: (method, params, manifest) =>
        answerPluginRequest({ db, events, plugin, owner, manifest, isTrial, polls }, method, params),
    }
  }

  /** Extends this host's leases, drops plugins that another host owns by now, and starts those that have to run. */
  async #superviseAll(): Promise<void> {
    const mine = await extendPluginClaims(this.#options.db, this.id, this.#leaseMs)
    for (const id of this.#runners.keys()) if (!mine.has(id)) await this.forget(id)
    for (const plugin of await listPlugins(this.#options.db)) {
      if (this.#isClosed) return
      await this.#supervise(plugin)
    }
  }

  async #supervise(plugin: PluginView): Promise<void> {
    const { config, isOnlyHost, idlePulseMs } = this.#options
    const runner = this.#runners.get(plugin.id)
    if (runner) await runner.follow(plugin)
    if (runner && !plugin.isEnabled) await runner.stop()
    void runner?.checkIdlePulse(idlePulseMs)
    if (this.#isForOthers(plugin)) {
      if (plugin.owner === this.id) await this.#leave(plugin)
      else if (await this.#withoutFiles.check(plugin)) this.#emitHealthChanged(plugin)
      return
    }
    if (!isOnlyHost && this.#withoutFiles.shouldClaim(plugin)) await this.#own(plugin)
    const isReleaseSource = readStoredManifest(plugin)?.capabilities.releaseSource !== undefined
    // A plugin whose files are missing downloads them before it is needed.
    const isMissing = !isPackageHere(config, plugin) || isMarkedWithoutFiles(plugin)
    if (!plugin.isEnabled || !(isReleaseSource || isMissing)) return
    if (runner?.isRunning || !(await this.#own(plugin))) return
    void this.follow(plugin).catch(() => {})
  }

  /** Lets a server that has the plugin's files take it over. */
  async #leave(plugin: PluginView): Promise<void> {
    await this.forget(plugin.id)
    await this.#options.db.transaction((tx) => releasePluginClaims(tx, this.id, plugin.id))
  }
}
