import { setImmediate } from 'node:timers/promises'
import type { PluginView } from '../../store/plugin/read.ts'
import type { CallPatience } from '../bus-calls/call-messages.ts'
import { ensurePackage, isPackageHere } from '../install/ensure-package.ts'
import { checkDataFolder } from '../process/data-folder-limit.ts'
import { PluginLog } from '../process/plugin-log.ts'
import type { PluginProcess } from '../process/plugin-process.ts'
import { type RateLimits, RateQueue } from '../process/rate-queue.ts'
import { checkAnswer } from '../protocol/check-answer.ts'
import { isFaultOfProcess, PluginError } from '../protocol/errors.ts'
import { pluginTypeOf } from '../protocol/manifest.ts'
import { type LaunchDeps, launchPlugin, timeoutOf } from './launch-plugin.ts'
import { type HealthDeps, PluginHealthTracker } from './plugin-health.ts'

export interface RunnerDeps extends LaunchDeps, HealthDeps {
  /** How long a plugin that has failed must run to count as healthy again. */
  provenMs?: number
}

/** Runs one plugin: starts it with its first call and restarts it with growing pauses; every call has a timeout. */
export class PluginRunner {
  readonly log = new PluginLog()
  readonly health: PluginHealthTracker
  readonly #deps: RunnerDeps
  #plugin: PluginView
  readonly #queue: RateQueue
  #process: PluginProcess | undefined
  #starting: Promise<PluginProcess> | undefined
  #failures = 0
  #notBefore = 0
  #lastReason = ''
  #retry: NodeJS.Timeout | undefined
  #proof: NodeJS.Timeout | undefined
  #heardAt = 0
  #stopFetching = () => {}
  #isClosed = false

  constructor(deps: RunnerDeps, plugin: PluginView) {
    this.#deps = deps
    this.#plugin = plugin
    this.#queue = new RateQueue(this.#rateLimits)
    this.health = new PluginHealthTracker(deps, plugin, this.log)
  }

  get isRunning(): boolean {
    return this.#process?.isAlive ?? false
  }

  get state() {
    return {
      isRunning: this.isRunning,
      pid: this.#process?.pid ?? null,
      startedAt: this.#process?.startedAt ?? null,
      waiting: this.#queue.waiting,
      nextStartAt: this.#notBefore > Date.now() ? this.#notBefore : null,
    }
  }

  /** Applies changed settings: stops a process that runs with the former ones. */
  async follow(plugin: PluginView): Promise<void> {
    const isOther = plugin.generation !== this.#plugin.generation
    this.#plugin = plugin
    if (!plugin.isEnabled) this.#queue.refuseAll(turnedOff())
    if (!isOther) return
    this.#failures = 0
    this.#notBefore = 0
    await this.stop()
    this.health.forgetFailures()
    this.#queue.changeLimits(this.#rateLimits)
  }

  /** Forgets failures: the plugin may start at once, and one that runs is healthy. */
  async reset(): Promise<void> {
    this.#failures = 0
    this.#notBefore = 0
    clearTimeout(this.#proof)
    this.health.noteReset(this.isRunning && !this.#starting)
    await this.health.flush()
  }

  /** The timeout starts when the call is sent: waiting for a turn doesn't count. */
  async call(
    method: string,
    params: unknown,
    timeoutMs = timeoutOf(this.#plugin),
    patience?: CallPatience,
  ): Promise<unknown> {
    if (!this.#plugin.isEnabled) throw turnedOff()
    const isMetered = method.startsWith('metadata/')
    let sentAt = 0
    try {
      const result = await this.#queue.run(
        async () => {
          const process = await this.ensureStarted()
          sentAt = Date.now()
          return process.call(method, params, timeoutMs, patience?.signal)
        },
        { waitMs: timeoutMs, isMetered, isPatient: patience !== undefined, ...patience },
      )
      this.#heardAt = Date.now()
      checkAnswer(method, result)
      this.health.noteSuccess(method, this.#heardAt - sentAt)
      return await this.#withWarning(method, result, sentAt)
    } catch (error) {
      this.health.noteFailure(method, error)
      if (error instanceof PluginError && error.code === 'TIMEOUT') void this.#checkPulse()
      throw error
    }
  }

  /** Starts the process once; calls that arrive meanwhile wait for the same start. */
  ensureStarted(): Promise<PluginProcess> {
    if (this.#process?.isAlive && !this.#starting) return Promise.resolve(this.#process)
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined
    })
    return this.#starting
  }

  async stop(): Promise<void> {
    clearTimeout(this.#retry)
    clearTimeout(this.#proof)
    this.#stopFetching()
    await this.#starting?.catch(() => {})
    const process = this.#process
    this.#process = undefined
    await process?.stop()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#queue.refuseAll(stopping())
    await this.stop()
    await this.health.flush()
  }

  async #start(): Promise<PluginProcess> {
    const pause = this.#notBefore - Date.now()
    if (pause > SHORT_PAUSE_MS) {
      const seconds = Math.ceil(pause / 1000)
      throw new PluginError(
        'BACKING_OFF',
        `The plugin isn’t running. It will be started again in ${seconds} s. ${this.#lastReason}`,
      )
    }
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    const plugin = this.#plugin
    let process: PluginProcess | undefined
    try {
      if (!isPackageHere(this.#deps.config, plugin)) await this.#fetchPackage(plugin)
      await checkDataFolder(this.#deps.config, plugin)
      const launched = launchPlugin(this.#deps, plugin, {
        log: this.log,
        onExit: (reason) => this.#exited(process, reason),
      })
      process = launched.process
      this.#process = process
      const manifest = await launched.manifest
      this.#heardAt = Date.now()
      this.health.noteStarted(manifest, pluginTypeOf(manifest))
      this.#proveLater(process)
      return process
    } catch (error) {
      if (error instanceof PluginError && error.code === 'BUSY') throw error
      this.#process = undefined
      process?.kill('was ended because it couldn’t be started')
      const reason = error instanceof Error ? error.message : String(error)
      this.#backOff(reason)
      this.health.noteStartFailure(error)
      throw error instanceof PluginError && typeof error.code === 'number'
        ? error
        : new PluginError('START_FAILED', `The plugin couldn’t be started: ${reason}`)
    }
  }

  /** Can be interrupted, so that stopping the plugin doesn't wait for a download. */
  async #fetchPackage(plugin: PluginView): Promise<void> {
    this.health.noteFetching()
    const stopped = Promise.withResolvers<void>()
    this.#stopFetching = () => stopped.reject(stopping())
    await Promise.race([ensurePackage(this.#deps.config, plugin), stopped.promise])
  }

  #exited(process: PluginProcess | undefined, reason: PluginError | undefined): void {
    if (!process || process !== this.#process) return
    this.#process = undefined
    if (reason === undefined) return
    // After a long enough run, the next restart has the shortest pause.
    if (Date.now() - process.startedAt > LONG_ENOUGH_MS) this.#failures = 0
    this.#backOff(reason.message)
    const isRefusing = this.#notBefore - Date.now() > SHORT_PAUSE_MS
    if (!this.#starting) this.health.noteExit(reason, isRefusing)
  }

  /** A plugin that keeps failing also starts each time: it is healthy again after a long enough run. */
  #proveLater(process: PluginProcess): void {
    clearTimeout(this.#proof)
    if (!this.health.isUnproven) return
    this.#proof = setTimeout(() => {
      if (process === this.#process && process.isAlive) this.health.noteProven()
    }, this.#deps.provenMs ?? LONG_ENOUGH_MS)
    this.#proof.unref()
  }

  #backOff(reason: string): void {
    this.#failures += 1
    this.#lastReason = reason
    this.#notBefore = Date.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1))
    if (this.#isClosed || !this.health.isReleaseSource) return
    // A release source has to run without being called.
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.ensureStarted().catch(() => {}), this.#notBefore - Date.now() + 10)
    this.#retry.unref()
  }

  /** Notices an idle plugin that no longer responds before somebody needs it. */
  async checkIdlePulse(everyMs = IDLE_PULSE_MS): Promise<void> {
    if (!this.#process?.isAlive || this.#starting || this.#process.openCalls > 0) return
    if (Date.now() - this.#heardAt < everyMs) return
    this.#heardAt = Date.now()
    await this.#checkPulse()
  }

  /** A plugin that is only slow with one call still responds to a ping; one that doesn't is killed. */
  async #checkPulse(): Promise<void> {
    const process = this.#process
    if (!process) return
    try {
      await process.call('ping', undefined, PULSE_MS)
    } catch (error) {
      if (isFaultOfProcess(error)) process.kill('stopped responding')
    }
  }

  /** Some plugins return an empty result when their source is down, and report that only on stderr. */
  async #withWarning(method: string, result: unknown, since: number): Promise<unknown> {
    const isPoll = method === 'releases/poll'
    if (!(isPoll || method.startsWith('metadata/')) || typeof result !== 'object' || result === null) return result
    // What it wrote before its response arrives on another pipe and may be read a moment later.
    await setImmediate()
    const warning = this.log.errorSince(since, isPoll ? ['error', 'warn'] : ['error'])
    return warning === undefined ? result : { ...result, [WARNING_FIELD]: warning }
  }

  get #rateLimits(): RateLimits {
    const { rateLimit } = this.#plugin
    return { perMinute: rateLimit || undefined, atOnce: this.#deps.config.plugins.calls_at_once }
  }
}

const stopping = () => new PluginError('BUSY', 'The plugin is being stopped. Try again later.')
const turnedOff = () => new PluginError('DISABLED', 'The plugin is turned off.')

/** Added to a plugin's response: the error that it logged meanwhile. */
export const WARNING_FIELD = '_warning'

const FIRST_PAUSE_MS = 500
const SHORT_PAUSE_MS = 2500
const MAX_PAUSE_MS = 300_000
const LONG_ENOUGH_MS = 60_000
const PULSE_MS = 5000
const IDLE_PULSE_MS = 60_000
