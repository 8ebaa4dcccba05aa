import { isUtf8 } from 'node:buffer'
import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'

/** The disk, as far as a walk needs it. Tests give one with faults. */
export interface Disk {
  list(folder: string): Dirent[]
  /** Names of a folder that are not UTF-8, as far as they can be shown. */
  listUnnameable(folder: string): string[]
  /** Through links. */
  stat(path: string): Stats
  statLater(path: string): Promise<Stats>
  /** The link itself. */
  lstat(path: string): Stats
  realPath(path: string): string
}

/**
 * Synchronous on purpose: a walk has a thread of its own, and there a synchronous `stat` costs a tenth of one that goes
 * through the thread pool. Where the disk is slow (a network share), `statLater` asks for many at once instead.
 */
export const realDisk: Disk = {
  list: (folder) => readdirSync(folder, { withFileTypes: true }),
  listUnnameable: (folder) =>
    readdirSync(folder, { encoding: 'buffer' })
      .filter((name) => !isUtf8(name))
      .map((name) => name.toString('latin1')),
  stat: (path) => statSync(path),
  statLater: (path) => stat(path),
  lstat: (path) => lstatSync(path),
  realPath: (path) => realpathSync.native(path),
}
