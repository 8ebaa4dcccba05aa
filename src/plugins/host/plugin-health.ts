import type { Db, Tx } from '../../store/open.ts'
import { insertPluginFailure } from '../../store/plugin/failures.ts'
import type { PluginHealth, PluginView } from '../../store/plugin/read.ts'
import { type PluginHealthUpdate, recordPluginHealth } from '../../store/plugin/write.ts'
import type { PluginLog } from '../process/plugin-log.ts'
import { PluginError, rpcCodes, sentenceOfError } from '../protocol/errors.ts'
import { type PluginManifest, parsePluginManifest } from '../protocol/manifest.ts'

export interface MethodCounts {
  calls: number
  failures: number
  milliseconds: number
}

export interface HealthDeps {
  db: Db
  onError: (error: unknown) => void
  /** Called when a new state or failure has been stored. */
  onHealthChanged?: (plugin: PluginView) => void
}

/** Counts a plugin's calls and failures, and stores its health for administrators, but not with every call. */
export class PluginHealthTracker {
  readonly methods = new Map<string, MethodCounts>()
  readonly #plugin: PluginView
  readonly #log: PluginLog
  readonly #deps: HealthDeps
  #health: PluginHealth
  #failureCount: number
  #manifest: PluginManifest | undefined
  #writtenAt = 0
  /** The process ended by itself after it had started, and no later one has run long enough since. */
  #isUnproven = false
  #lastFailure = ''
  #lastFailureAt = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: HealthDeps, plugin: PluginView, log: PluginLog) {
    this.#deps = deps
    this.#plugin = plugin
    this.#log = log
    this.#health = plugin.health
    this.#failureCount = plugin.failureCount
    this.#manifest = readStoredManifest(plugin)
  }

  get manifest(): PluginManifest | undefined {
    return this.#manifest
  }

  get isReleaseSource(): boolean {
    return this.#manifest?.capabilities.releaseSource !== undefined
  }

  get isUnproven(): boolean {
    return this.#isUnproven
  }

  /** A plugin that failed after its last start isn't healthy because it starts again: its last failure stays. */
  noteStarted(manifest: PluginManifest, pluginType: PluginView['pluginType']): void {
    this.#manifest = manifest
    if (!this.#isUnproven) {
      this.#noteHealthy({ manifest, pluginType })
      return
    }
    this.#health = 'degraded'
    this.#note({ health: 'degraded', manifest, pluginType })
  }

  noteSuccess(method: string, milliseconds: number): void {
    this.#count(method, milliseconds, false)
    const isWritten = this.#health === 'healthy' && Date.now() - this.#writtenAt < WRITE_MS
    if (!isWritten && !this.#isUnproven) this.#noteHealthy({})
  }

  /** The process has run long enough since it last failed. */
  noteProven(): void {
    this.#isUnproven = false
    this.#noteHealthy({})
  }

  /** With changed settings, earlier failures don't count. */
  forgetFailures(): void {
    this.#isUnproven = false
    this.#lastFailure = ''
  }

  /** An administrator has reset the failures; what is stored says that it hasn't run since. */
  noteReset(isRunning: boolean): void {
    this.forgetFailures()
    this.#failureCount = 0
    this.#health = 'unknown'
    if (isRunning) this.#noteHealthy({})
  }

  noteFailure(method: string, error: unknown): void {
    this.#count(method, 0, true)
    if (!(error instanceof PluginError)) {
      this.#fail('INTERNAL', method, error, 'degraded')
      return
    }
    const { code } = error
    // Recorded where they occurred, or no fault of the plugin.
    if (code === 'BUSY' || code === 'DISABLED' || code === 'BACKING_OFF' || code === 'START_FAILED') return
    if (typeof code === 'number' && ANSWERS.has(code)) return
    // `noteExit` has recorded it already.
    if (code === 'EXITED' || code === 'FLOOD' || code === 'DATA_FULL') return
    this.#fail(String(code), method, error, 'degraded')
  }

  /** The plugin is unhealthy until its files are downloaded again. */
  noteFetching(): void {
    this.#health = 'unhealthy'
    this.#note({ health: 'unhealthy', reason: 'The plugin’s files are missing. They are being downloaded again.' })
  }

  noteStartFailure(error: unknown): void {
    const code = error instanceof PluginError ? String(error.code) : 'START_FAILED'
    this.#fail(code, 'initialize', error, 'unhealthy')
  }

  /** `isRefusing`: it failed so often that calls are refused until it may start again. */
  noteExit(reason: PluginError, isRefusing: boolean): void {
    this.#isUnproven = true
    this.#fail(String(reason.code), null, reason, isRefusing ? 'unhealthy' : 'degraded')
  }

  /** Waits until everything is written. */
  flush(): Promise<void> {
    return this.#writing
  }

  #noteHealthy(more: PluginHealthUpdate): void {
    const now = Date.now()
    this.#health = 'healthy'
    this.#failureCount = 0
    this.#writtenAt = now
    this.#note({ health: 'healthy', failureCount: 0, reason: null, lastSuccessAt: now, ...more })
  }

  #count(method: string, milliseconds: number, hasFailed: boolean): void {
    if (!this.methods.has(method) && this.methods.size >= 50) return
    const counts = this.methods.get(method) ?? { calls: 0, failures: 0, milliseconds: 0 }
    counts.calls += 1
    counts.milliseconds += milliseconds
    if (hasFailed) counts.failures += 1
    this.methods.set(method, counts)
  }

  #fail(code: string, method: string | null, error: unknown, health: PluginHealth): void {
    const now = Date.now()
    const message = this.#log.redact(sentenceOfError(error)).slice(0, 2000)
    this.#health = health
    this.#failureCount += 1
    this.#note({ health, failureCount: this.#failureCount, reason: message, lastFailureAt: now })
    // Many identical failures in a row are stored once.
    if (`${code} ${message}` === this.#lastFailure && now - this.#lastFailureAt < SAME_MS) return
    this.#lastFailure = `${code} ${message}`
    this.#lastFailureAt = now
    const log = this.#log.lines.slice(-10).map((line) => line.message)
    this.#write((tx) => insertPluginFailure(tx, this.#plugin.id, { code, method, message, log }, now))
  }

  #note(note: PluginHealthUpdate): void {
    this.#write((tx) => recordPluginHealth(tx, this.#plugin.id, note))
  }

  /** Writes one after the other, so that the latest state is stored last. */
  #write(work: (tx: Tx) => Promise<void>): void {
    const { db, onError, onHealthChanged } = this.#deps
    this.#writing = this.#writing
      .then(() => db.transaction(work))
      .then(() => onHealthChanged?.(this.#plugin))
      .catch(onError)
  }
}

export function readStoredManifest(plugin: PluginView): PluginManifest | undefined {
  try {
    return plugin.manifest === undefined ? undefined : parsePluginManifest(plugin.manifest)
  } catch {
    return undefined
  }
}

/** Errors that are ordinary responses, not faults. */
const ANSWERS: ReadonlySet<number> = new Set([
  rpcCodes.notFound,
  rpcCodes.rateLimited,
  rpcCodes.methodNotFound,
  rpcCodes.invalidParams,
])
const WRITE_MS = 30_000
const SAME_MS = 10_000
