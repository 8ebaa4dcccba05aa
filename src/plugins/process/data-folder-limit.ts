import type { Config } from '../../config/settings.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { pluginDataDirOf } from '../plugin-folders.ts'
import { PluginError } from '../protocol/errors.ts'
import { measureFolder } from './measure-folder.ts'
import type { PluginProcess } from './plugin-process.ts'
import { writtenBytesOf } from './process-resources.ts'

type DataFolderConfig = Pick<Config, 'data_dir' | 'plugins'>

/** A plugin whose data folder is too large isn't started: each start would add something. */
export async function checkDataFolder(config: DataFolderConfig, plugin: Pick<PluginView, 'name'>): Promise<void> {
  const limit = new DataFolderLimit(config, plugin)
  if (await limit.isExceeded()) throw limit.exceeded()
}

/** Ends the process as soon as the data folder of its plugin, with the folders of all users, is too large. */
export function watchDataFolder(
  process: PluginProcess,
  config: DataFolderConfig,
  plugin: Pick<PluginView, 'name'>,
): void {
  const limit = new DataFolderLimit(config, plugin)
  const timer = setInterval(async () => {
    if (limit.isDue(writtenBytesOf(process.pid)) && (await limit.isExceeded())) process.kill(limit.exceeded())
  }, EVERY_MS)
  timer.unref()
  void process.exited.then(() => clearInterval(timer))
}

class DataFolderLimit {
  readonly #folder: string
  readonly #megabytes: number
  #isMeasuring = false
  #room = 0
  #written = 0
  #writtenThen = 0
  #restUntil = 0
  #dueAt = 0

  constructor({ data_dir, plugins }: DataFolderConfig, { name }: Pick<PluginView, 'name'>) {
    this.#folder = pluginDataDirOf({ data_dir }, name)
    this.#megabytes = plugins.data_megabytes
  }

  /** Measured from time to time, and at once when the process has written more than there was room for. */
  isDue(written: number): boolean {
    this.#written = written
    const now = performance.now()
    if (this.#isMeasuring || now < this.#restUntil) return false
    return now >= this.#dueAt || written - this.#writtenThen > this.#room
  }

  async isExceeded(): Promise<boolean> {
    const most = this.#megabytes * 2 ** 20
    const began = performance.now()
    this.#isMeasuring = true
    this.#writtenThen = this.#written
    const { bytesOnDisk } = await measureFolder(this.#folder, most)
    const ended = performance.now()
    this.#isMeasuring = false
    this.#room = most - bytesOnDisk
    // At most a twentieth of the time, however many files there are.
    this.#restUntil = ended + (ended - began) * 20
    this.#dueAt = ended + DUE_MS
    return bytesOnDisk > most
  }

  exceeded(): PluginError {
    return new PluginError(
      'DATA_FULL',
      `The plugin’s data folder is larger than ${this.#megabytes} MiB. Delete its files, or raise plugins.data_megabytes in the configuration.`,
    )
  }
}

const EVERY_MS = 1000
const DUE_MS = 10_000
