import { isUtf8 } from 'node:buffer'
import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'

/** The file system operations a walk needs. Tests inject one with faults. */
export interface Disk {
  list(folder: string): Dirent[]
  /** Names in a folder that aren't UTF-8, decoded as Latin-1 for display. */
  listUnnameable(folder: string): string[]
  /** Follows links. */
  stat(path: string): Stats
  statLater(path: string): Promise<Stats>
  /** Doesn't follow links. */
  lstat(path: string): Stats
  realPath(path: string): string
}

/**
 * Synchronous on purpose: a walk has its own thread, where a synchronous `stat` costs a tenth of one through the thread
 * pool. If the disk is slow (a network share), `statLater` requests many at once instead.
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
