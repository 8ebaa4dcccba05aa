import type { Config } from '../../config/settings.ts'
import type { Events } from '../../events/events.ts'
import type { Db } from '../../store/open.ts'
import { insertPluginFailure } from '../../store/plugin/failures.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import type { UserPlugin } from '../../store/user-plugin/read.ts'
import { answerPluginRequest } from '../host/answer-plugin-request.ts'
import { launchPlugin, timeoutOf } from '../host/launch-plugin.ts'
import { ensurePackage } from '../install/ensure-package.ts'
import { checkDataFolder } from '../process/data-folder-limit.ts'
import { PluginLog } from '../process/plugin-log.ts'
import { RateQueue } from '../process/rate-queue.ts'
import { checkAnswer } from '../protocol/check-answer.ts'
import { isFaultOfPlugin, PluginError } from '../protocol/errors.ts'
import type { PluginManifest } from '../protocol/manifest.ts'
import type { PluginSecrets, SecretBox } from '../secrets.ts'
import { isRefusal, readFreshSecrets, replaceRefusedSecrets } from './oauth-tokens.ts'
import { requireConnection } from './require-connection.ts'
import { splitUserSettings } from './split-user-settings.ts'

export interface UserRunDeps {
  db: Db
  config: Config
  events: Pick<Events, 'emit'>
  secrets: SecretBox
}

export interface UserPluginRun {
  manifest: PluginManifest
  call(method: string, params: unknown, timeoutMs?: number): Promise<unknown>
}

/**
 * Starts the plugin for one user, with their settings and tokens, and stops it after the work: no process ever holds
 * the data of two users. `signal` ends the process at once, and so does the end of the connection.
 */
export function runPluginForUser<T>(
  deps: UserRunDeps,
  plugin: PluginView,
  mine: UserPlugin,
  userUid: string,
  work: (run: UserPluginRun) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return runs.run(() => run(deps, plugin, mine, userUid, work, signal), { waitMs: WAIT_MS, isMetered: false, signal })
}

async function run<T>(
  deps: UserRunDeps,
  plugin: PluginView,
  mine: UserPlugin,
  userUid: string,
  work: (run: UserPluginRun) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!plugin.isEnabled || !mine.isEnabled) throw new PluginError('DISABLED', 'The plugin is turned off.')
  await ensurePackage(deps.config, plugin)
  await checkDataFolder(deps.config, plugin)
  const secrets = await readFreshSecrets(deps, plugin, mine)
  const runWith = (some: PluginSecrets) => runProcess(deps, plugin, { mine, userUid, secrets: some }, work, signal)
  try {
    return await runWith(secrets)
  } catch (error) {
    const renewed = isRefusal(error) ? await replaceRefusedSecrets(deps, plugin, mine, secrets) : undefined
    if (!renewed) throw error
    return runWith(renewed)
  }
}

async function runProcess<T>(
  deps: UserRunDeps,
  plugin: PluginView,
  { mine, userUid, secrets }: { mine: UserPlugin; userUid: string; secrets: PluginSecrets },
  work: (run: UserPluginRun) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const { db, config, events } = deps
  const log = new PluginLog()
  const owner = { pluginId: plugin.id, userId: mine.userId }
  const { plugin: pluginConfig } = splitUserSettings(mine.config)
  let method = 'initialize'
  const { process, manifest } = launchPlugin(
    {
      config,
      secrets: deps.secrets,
      answer: (requested, params, known) =>
        answerPluginRequest({ db, events, plugin, owner, manifest: known, isTrial: true }, requested, params),
    },
    plugin,
    {
      log,
      onExit: () => {},
      user: { userId: userUid, userPluginId: mine.uid, config: pluginConfig, secrets },
    },
  )
  const end = () => process.kill('was ended because the work was cancelled')
  signal?.addEventListener('abort', end)
  const timer = setInterval(() => {
    requireConnection(db, mine).catch((error: unknown) => {
      if (error instanceof PluginError) end()
    })
  }, CHECK_MS)
  try {
    signal?.throwIfAborted()
    const call: UserPluginRun['call'] = async (name, params, timeoutMs = timeoutOf(plugin)) => {
      method = name
      const answer = await process.call(name, params, timeoutMs)
      checkAnswer(name, answer)
      await requireConnection(db, mine)
      return answer
    }
    return await work({ manifest: await manifest, call })
  } catch (error) {
    signal?.throwIfAborted()
    await requireConnection(db, mine)
    if (isFaultOfPlugin(error)) {
      const { code, message } = error as PluginError
      const lines = log.lines.slice(-10).map((line) => line.message)
      const failure = { code: String(code), method, message: log.redact(message), log: lines }
      await db.transaction((tx) => insertPluginFailure(tx, plugin.id, failure, Date.now()))
    }
    throw error
  } finally {
    clearInterval(timer)
    signal?.removeEventListener('abort', end)
    await process.stop()
  }
}

/** Limits simultaneous runs, as each one is a process. */
const runs = new RateQueue({ perMinute: undefined, atOnce: 4, maxWaiting: 100 })
const WAIT_MS = 10 * 60_000
/** The process holds a user's tokens: it ends soon after they are no longer its to use. */
const CHECK_MS = 2000
