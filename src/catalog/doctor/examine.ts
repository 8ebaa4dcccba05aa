import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { readDatabaseClock, readNewestMigration } from '../../store/database-facts.ts'
import { listLibrariesForScan } from '../../store/library/scan.ts'
import { migrations } from '../../store/migrations/index.ts'
import { type Db, databaseFile, openDatabase } from '../../store/open.ts'
import { listPlugins } from '../../store/plugin/read.ts'
import { cronFault } from '../../tasks/schedule.ts'

/** `warning`: it works, but will not for long or not for all. `problem`: it must be mended. */
export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  advice?: string
}

const gib = 1024 ** 3
const dayMs = 86_400_000

export interface Surroundings {
  /** The folder where backups are. */
  backups: string
  /** The one that is open, where a server asks. */
  db?: Db
  /** Whose headers were not believed, as far as a server has seen any. */
  untrustedProxy?: string
}

/** Everything that can be looked at without changing anything. */
export async function examine(config: Config, { backups, db, untrustedProxy }: Surroundings): Promise<Finding[]> {
  return [
    checkDataFolder(config),
    checkSpace(config),
    ...(await checkDatabase(config, db)),
    checkProxy(config, untrustedProxy),
    ...checkWatches(config),
    checkFonts(),
    checkBackups(backups),
    ...checkSchedule(config),
  ]
}

const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message })
const warning = (check: string, message: string, advice: string): Finding => ({
  check,
  status: 'warning',
  message,
  advice,
})
const trouble = (check: string, message: string, advice: string): Finding => ({
  check,
  status: 'problem',
  message,
  advice,
})
const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).message

/** Writes a file, which also tells how far the clock of a network folder is from ours. */
function checkDataFolder({ data_dir: folder }: Config): Finding {
  const file = join(folder, `.doctor-${process.pid}`)
  if (!existsSync(folder)) {
    return warning('data folder', `There is no folder ${folder} yet.`, 'The first start creates it. Is the name right?')
  }
  try {
    writeFileSync(file, '')
    const skew = Math.abs(statSync(file).mtimeMs - Date.now())
    rmSync(file)
    if (skew < 5000) return ok('data folder', `${folder} can be written.`)
    const seconds = Math.round(skew / 1000)
    return warning(
      'data folder',
      `The clock of the disk with ${folder} is ${seconds} seconds off.`,
      'Set the time of this machine and of the file server by NTP.',
    )
  } catch (error) {
    return trouble(
      'data folder',
      `${folder} cannot be written (${reasonOf(error)}).`,
      `Create the folder and give it to user ${process.getuid?.() ?? 'of this process'}, or choose another one with --data.`,
    )
  }
}

function checkSpace({ data_dir: folder, images }: Config): Finding {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const said = `${(free / gib).toFixed(1)} GiB are free in ${folder}.`
    const advice = 'Free some space, move data_dir to a larger disk, or make images.page_cache_bytes smaller.'
    if (free < gib / 4) return trouble('free space', said, advice)
    return free < images.page_cache_bytes ? warning('free space', said, advice) : ok('free space', said)
  } catch (error) {
    return warning('free space', `It cannot be told (${reasonOf(error)}).`, 'See the data folder.')
  }
}

/** Without bringing it up to date: that is for the start, which makes a copy first. */
async function checkDatabase(config: Config, opened: Db | undefined): Promise<Finding[]> {
  const { url } = config.database
  let db = opened
  if (!url && !existsSync(databaseFile(config.data_dir))) {
    return [warning('database', 'There is none yet.', 'The first start creates it.')]
  }
  try {
    db ??= await openDatabase({ url, dataDir: config.data_dir, writes: 'inline', migrate: false })
    const { number: newest } = await readNewestMigration(db)
    const known = migrations.at(-1)?.number ?? 0
    if (newest > known) {
      return [trouble('database', `It was used by a newer Lectern (schema ${newest}).`, 'Update this Lectern.')]
    }
    if (newest < known) {
      return [warning('database', 'It will be updated at the next start.', 'Make a backup: lectern backup.')]
    }
    return [
      ok('database', `${db.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} answers.`),
      await checkClock(db),
      ...(await checkLibraries(db)),
      ...(await checkPlugins(db)),
    ]
  } catch (error) {
    const advice = url
      ? 'Check database.url, and whether PostgreSQL accepts this machine.'
      : 'Restore a backup: lectern restore.'
    return [trouble('database', `It cannot be opened: ${(error as Error).message}`, advice)]
  } finally {
    if (!opened) await db?.close().catch(() => {})
  }
}

async function checkClock(db: Db): Promise<Finding> {
  const advice = 'Set the time by NTP: tokens and sign-ins through providers depend on it.'
  const now = await readDatabaseClock(db)
  const skew = now === undefined ? 0 : Math.abs(now - Date.now())
  if (skew > 5000) return trouble('clock', `It is ${Math.round(skew / 1000)} seconds off PostgreSQL's.`, advice)
  const { appliedAt } = await readNewestMigration(db)
  if (appliedAt > Date.now() + 60_000) {
    return trouble('clock', 'It is earlier than when the database was made.', advice)
  }
  return ok('clock', `The clock says ${new Date().toISOString()}.`)
}

async function checkLibraries(db: Db): Promise<Finding[]> {
  const libraries = await listLibrariesForScan(db)
  return libraries.map(({ path }) => {
    const check = 'library folder'
    try {
      accessSync(path, constants.R_OK | constants.X_OK)
      if (readdirSync(path).length > 0) return ok(check, `${path} can be read.`)
      return warning(check, `${path} is empty.`, 'Is the disk mounted? Nothing is deleted meanwhile.')
    } catch (error) {
      const advice = 'Mount the disk, or give the user that runs Lectern the right to read the folder.'
      return trouble(check, `${path} cannot be read (${reasonOf(error)}).`, advice)
    }
  })
}

async function checkPlugins(db: Db): Promise<Finding[]> {
  const check = 'plugin'
  return (await listPlugins(db))
    .filter(({ isEnabled }) => isEnabled)
    .map(({ displayName, health, healthReason }) => {
      if (health !== 'degraded' && health !== 'unhealthy') return ok(check, `${displayName} is enabled.`)
      const said = `${displayName} has failed${healthReason ? `: ${healthReason}` : '.'}`
      return warning(check, said, 'Look at its last failures under Administration, Plugins.')
    })
}

function checkProxy({ server }: Config, untrusted: string | undefined): Finding {
  const { public_url: outside, trusted_proxies: trusted } = server
  if (trusted.some((network) => network.endsWith('/0'))) {
    return trouble(
      'proxy headers',
      'Everybody is trusted as a proxy, so anybody can pretend to come from any address.',
      'Name only your proxies in server.trusted_proxies.',
    )
  }
  if (untrusted) {
    return warning(
      'proxy headers',
      `Requests come through ${untrusted}, which is not trusted: all people share one address and one rate limit.`,
      `If that is your proxy, add ${untrusted} to server.trusted_proxies.`,
    )
  }
  if (outside?.startsWith('https:') && trusted.length === 0) {
    return warning(
      'proxy headers',
      'There is an address with https, but no proxy is trusted: all people share one rate limit.',
      'Name the address of your proxy in server.trusted_proxies.',
    )
  }
  return ok('proxy headers', trusted.length === 0 ? 'No proxy is trusted.' : `${trusted.join(', ')} is trusted.`)
}

function checkWatches({ scanner }: Config): Finding[] {
  if (process.platform !== 'linux' || !scanner.watch) return []
  const most = Number(readFileSync('/proc/sys/fs/inotify/max_user_watches', 'utf8'))
  const said = `${most} folders can be watched.`
  const advice = 'Raise it: sysctl fs.inotify.max_user_watches=1048576'
  return [most < 65_536 ? warning('watch limit', said, advice) : ok('watch limit', said)]
}

function checkFonts(): Finding {
  const packages = ['latin', 'jp', 'kr', 'sc', 'tc'].map((script) => `@embedpdf/fonts-${script}`)
  const missing = packages.filter((name) => {
    try {
      return !import.meta.resolve(name)
    } catch {
      return true
    }
  })
  if (missing.length === 0) return ok('fonts', 'PDFs without fonts of their own can be drawn.')
  return warning('fonts', `${missing.join(', ')} is not installed.`, 'Run npm ci again.')
}

function checkBackups(folder: string): Finding {
  const advice =
    'Create one under Administration, Backups, or with lectern backup. Set backups.schedule for regular ones.'
  try {
    if (!existsSync(folder)) return warning('backups', `There is no backup in ${folder}.`, advice)
    const files = readdirSync(folder).filter((name) => name.endsWith('.backup.gz'))
    const newest = Math.max(...files.map((name) => statSync(join(folder, name)).mtimeMs))
    if (files.length === 0) return warning('backups', `There is no backup in ${folder}.`, advice)
    const days = Math.floor((Date.now() - newest) / dayMs)
    const said = `The newest backup in ${folder} is ${days} days old.`
    return days > 7 ? warning('backups', said, advice) : ok('backups', said)
  } catch (error) {
    return warning('backups', `${folder} cannot be read (${reasonOf(error)}).`, advice)
  }
}

function checkSchedule({ backups }: Config): Finding[] {
  const fault = backups.schedule === '' ? undefined : cronFault(backups.schedule)
  if (!fault) return []
  const said = `The schedule "${backups.schedule}" cannot be used: it ${fault}.`
  return [trouble('backups', said, 'Correct backups.schedule, for instance to 30 3 * * *.')]
}
