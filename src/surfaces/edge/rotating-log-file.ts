import { closeSync, fstatSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DestinationStream } from 'pino'
import { makeDataFolder } from '../../config/make-data-folder.ts'

export const logFilePaths = (dataDir: string) => {
  const current = join(dataDir, 'logs', 'lectern.log')
  return { current, before: `${current}.1` }
}

/**
 * The last lines of the log, in two files of limited size. All processes of a server write into the same ones, and they
 * must survive a crash: so each line is written at once.
 */
export function openRotatingLogFile(dataDir: string, largest = 2 * 1024 * 1024): DestinationStream {
  const { current, before } = logFilePaths(dataDir)
  let file: { fd: number; ino: number } | undefined
  let checkedAt = 0

  const open = () => {
    makeDataFolder(join(dataDir, 'logs'))
    const fd = openSync(current, 'a', 0o600)
    file = { fd, ino: fstatSync(fd).ino }
    return file
  }
  const reopen = () => {
    if (file) closeSync(file.fd)
    return open()
  }
  /** Once a second: a process that finds the file full renames it, and the others reopen it. */
  const reopenIfRotated = () => {
    checkedAt = Date.now()
    const found = statSync(current, { throwIfNoEntry: false })
    if (found && found.size > largest) renameSync(current, before)
    else if (file && found?.ino === file.ino) return file
    return reopen()
  }

  return {
    write(line) {
      try {
        const { fd } = !file || Date.now() - checkedAt > 1000 ? reopenIfRotated() : file
        writeSync(fd, line)
      } catch {
        // A full disk must not stop the server, and it can only be reported in the other log.
      }
    },
  }
}
