import type { Config } from '../../config/settings.ts'
import type { Db } from '../../store/open.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { recordPluginHealth } from '../../store/plugin/write.ts'
import { canGetPackage, missingFileOfCommand } from '../install/ensure-package.ts'
import { packageFolderOf } from '../plugin-folders.ts'

/**
 * With several servers, a plugin from a folder or tarball, or one that a command starts, may have its files on only one
 * of them. That one claims it before it is needed; the others leave it alone, and say so once no server has claimed it
 * for a while.
 */
export class PluginsWithoutFiles {
  readonly #db: Db
  readonly #config: Config
  readonly #leaseMs: number
  /** How often in a row a plugin was seen without an owner. */
  readonly #seenWithoutOwner = new Map<number, number>()

  constructor(db: Db, config: Config, leaseMs: number) {
    this.#db = db
    this.#config = config
    this.#leaseMs = leaseMs
  }

  /** Whether this server has to leave the plugin to others. */
  isWithoutFiles(plugin: PluginView): boolean {
    return !canGetPackage(this.#config, plugin)
  }

  /** Whether this server should claim the plugin now, as others may not be able to run it. */
  shouldClaim(plugin: PluginView): boolean {
    return OF_ONE_SERVER.has(plugin.origin.kind) && !this.#hasOwner(plugin)
  }

  /** Why no server runs the plugin; undefined where one may. */
  reasonNotRunAnywhere(plugin: PluginView): string | undefined {
    const isGivenUp = (this.#seenWithoutOwner.get(plugin.id) ?? 0) >= MIN_CHECKS && !this.#hasOwner(plugin)
    const missing = packageFolderOf(this.#config, plugin) ?? missingFileOfCommand(plugin)
    return isGivenUp ? `${NOBODY} ${missing}` : undefined
  }

  /** Called every few seconds for each plugin that this server can't run; returns whether its health changed. */
  async check(plugin: PluginView): Promise<boolean> {
    const checks = this.#hasOwner(plugin) ? 0 : (this.#seenWithoutOwner.get(plugin.id) ?? 0) + 1
    this.#seenWithoutOwner.set(plugin.id, checks)
    const reason = this.reasonNotRunAnywhere(plugin)
    if (reason === undefined || !plugin.isEnabled || isMarkedWithoutFiles(plugin)) return false
    const note = { health: 'unhealthy', reason, lastFailureAt: Date.now() } as const
    await this.#db.transaction((tx) => recordPluginHealth(tx, plugin.id, note))
    return true
  }

  /** The clocks of server and database may differ a little. */
  #hasOwner({ owner, ownerUntil }: PluginView): boolean {
    return owner !== null && ownerUntil > Date.now() - this.#leaseMs
  }
}

/** Whether a server without the files has noted that nobody runs the plugin. */
export const isMarkedWithoutFiles = ({ health, healthReason }: PluginView): boolean =>
  health === 'unhealthy' && (healthReason?.startsWith(NOBODY) ?? false)

const NOBODY = 'No running server has the plugin’s files:'
const MIN_CHECKS = 3
const OF_ONE_SERVER: ReadonlySet<string> = new Set(['folder', 'tarball', 'command'])
