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
import { dirname, join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { type DoctorCheck, type DoctorCode, doctorSentences } from '../../contract/doctor.ts'
import { readDatabaseClock, readNewestMigration } from '../../store/doctor-queries.ts'
import { listLibrariesForScan } from '../../store/library/library-for-scan.ts'
import { migrations } from '../../store/migrations/index.ts'
import { type Db, databaseFile, openDatabase } from '../../store/open.ts'
import { listPlugins } from '../../store/plugin/read.ts'
import { cronFault } from '../../tasks/schedule.ts'

const gib = 1024 ** 3
const dayMs = 86_400_000

export interface DoctorDeps {
  /** The folder of the backups. */
  backups: string
  /** The open database, if a server runs the checks. */
  db?: Db
  /** A proxy whose headers were ignored, if the server has seen one. */
  untrustedProxy?: string
}

/** Runs every check that changes nothing. */
export async function runDoctorChecks(
  config: Config,
  { backups, db, untrustedProxy }: DoctorDeps,
): Promise<DoctorCheck[]> {
  const [folder, space] = [checkDataFolder(config), checkSpace(config)]
  const isWrong = ({ status }: DoctorCheck) => status === 'problem'
  // Problems that keep a file from being opened come first: its content may be fine.
  const cause = isWrong(folder) ? 'doctor_data_denied_do' : isWrong(space) ? 'doctor_space_do' : undefined
  return [
    folder,
    space,
    ...(await checkDatabase(config, db, cause)),
    checkProxy(config, untrustedProxy),
    ...checkWatches(config),
    checkFonts(),
    checkBackups(backups),
    ...checkSchedule(config),
  ]
}

type Params = Record<string, string | number>
/** The sentence with the remedy; required if this code has none of its own. */
type Advice<C extends DoctorCode> = `${C}_do` extends DoctorCode ? [advice?: DoctorCode] : [advice: DoctorCode]

const ok = (check: string, code: DoctorCode, params: Params = {}) => result(check, 'ok', code, params)

/** It works, but not for long or not for everyone. */
const warning = <C extends DoctorCode>(check: string, code: C, params: Params = {}, ...advice: Advice<C>) =>
  result(check, 'warning', code, params, advice[0] ?? (`${code}_do` as DoctorCode))

/** It must be fixed. */
const trouble = <C extends DoctorCode>(check: string, code: C, params: Params = {}, ...advice: Advice<C>) =>
  result(check, 'problem', code, params, advice[0] ?? (`${code}_do` as DoctorCode))

function result(
  check: string,
  status: DoctorCheck['status'],
  code: DoctorCode,
  given: Params,
  advice?: DoctorCode,
): DoctorCheck {
  const params = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  const fillSentence = (one: DoctorCode) =>
    doctorSentences[one].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  return {
    check,
    status,
    message: fillSentence(code),
    reason: { code, params },
    ...(advice && { advice: fillSentence(advice), adviceReason: { code: advice, params } }),
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).message

/** Writes a file, which also shows how far the clock of a network folder is from ours. */
function checkDataFolder({ data_dir: folder }: Config): DoctorCheck {
  const check = 'data folder'
  const file = join(folder, `.doctor-${process.pid}`)
  try {
    if (!isThere(folder)) {
      accessSync(nearestFolder(folder), constants.W_OK | constants.X_OK)
      return warning(check, 'doctor_data_none', { folder })
    }
    writeFileSync(file, '')
    const skew = Math.abs(statSync(file).mtimeMs - Date.now())
    rmSync(file)
    if (skew < 5000) return ok(check, 'doctor_data_ok', { folder })
    return warning(check, 'doctor_data_clock', { folder, seconds: Math.round(skew / 1000) })
  } catch (error) {
    return trouble(check, 'doctor_data_denied', { folder, code: codeOf(error), user: ownUser() })
  }
}

const ownUser = () => process.getuid?.() ?? ''

/** Throws if access is denied. */
const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** The folder in which it would be created. */
function nearestFolder(path: string): string {
  const above = dirname(path)
  return above === path || existsSync(above) ? above : nearestFolder(above)
}

function checkSpace({ data_dir: folder, images }: Config): DoctorCheck {
  const check = 'free space'
  try {
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const params = { free: (free / gib).toFixed(free < gib / 10 ? 3 : 1), folder }
    if (free < gib / 4) return trouble(check, 'doctor_space', params)
    return free < images.page_cache_bytes ? warning(check, 'doctor_space', params) : ok(check, 'doctor_space', params)
  } catch (error) {
    return warning(check, 'doctor_space_unknown', { folder, code: codeOf(error) })
  }
}

/** Without migrating it: the server's start does that, and makes a copy first. */
async function checkDatabase(
  config: Config,
  opened: Db | undefined,
  cause: DoctorCode | undefined,
): Promise<DoctorCheck[]> {
  const check = 'database'
  const { url } = config.database
  let db = opened
  try {
    if (!url && !isThere(databaseFile(config.data_dir))) return [warning(check, 'doctor_database_none')]
    db ??= await openDatabase({ url, dataDir: config.data_dir, writes: 'inline', migrate: false })
    const { number: newest } = await readNewestMigration(db)
    const known = migrations.at(-1)?.number ?? 0
    if (newest > known) return [trouble(check, 'doctor_database_newer', { number: newest })]
    if (newest < known) return [warning(check, 'doctor_database_older')]
    return [
      ok(check, 'doctor_database_ok', { database: db.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL' }),
      await checkClock(db),
      ...(await checkLibraries(db)),
      ...(await checkPlugins(db)),
    ]
  } catch (error) {
    const { message } = error as Error
    const params = { message, folder: config.data_dir, user: ownUser() }
    return [trouble(check, 'doctor_database_fails', params, url ? 'doctor_postgres_do' : cause)]
  } finally {
    if (!opened) await db?.close().catch(() => {})
  }
}

async function checkClock(db: Db): Promise<DoctorCheck> {
  const check = 'clock'
  const now = await readDatabaseClock(db)
  const skew = now === undefined ? 0 : Math.abs(now - Date.now())
  if (skew > 5000) {
    return trouble(check, 'doctor_clock_off', { seconds: Math.round(skew / 1000) }, 'doctor_clock_do')
  }
  const { appliedAt } = await readNewestMigration(db)
  if (appliedAt > Date.now() + 60_000) return trouble(check, 'doctor_clock_early', {}, 'doctor_clock_do')
  return ok(check, 'doctor_clock_ok', { time: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC` })
}

async function checkLibraries(db: Db): Promise<DoctorCheck[]> {
  const check = 'library folder'
  const libraries = await listLibrariesForScan(db)
  return libraries.map(({ path: folder }) => {
    try {
      accessSync(folder, constants.R_OK | constants.X_OK)
      const isEmpty = readdirSync(folder).length === 0
      return isEmpty ? warning(check, 'doctor_library_empty', { folder }) : ok(check, 'doctor_library_ok', { folder })
    } catch (error) {
      return trouble(check, 'doctor_library_denied', { folder, code: codeOf(error) })
    }
  })
}

async function checkPlugins(db: Db): Promise<DoctorCheck[]> {
  const check = 'plugin'
  return (await listPlugins(db))
    .filter(({ isEnabled }) => isEnabled)
    .map(({ displayName: name, health, healthReason }) => {
      if (health !== 'degraded' && health !== 'unhealthy') return ok(check, 'doctor_plugin_ok', { name })
      return warning(check, 'doctor_plugin_failed', { name, message: healthReason ?? health })
    })
}

function checkProxy({ server }: Config, untrusted: string | undefined): DoctorCheck {
  const check = 'proxy headers'
  const { public_url: outside, trusted_proxies: trusted } = server
  if (trusted.some((network) => network.endsWith('/0'))) return trouble(check, 'doctor_proxy_everyone')
  if (untrusted) return warning(check, 'doctor_proxy_untrusted', { address: untrusted })
  if (outside?.startsWith('https:') && trusted.length === 0) return warning(check, 'doctor_proxy_missing')
  if (trusted.length === 0) return ok(check, 'doctor_proxy_none')
  return ok(check, 'doctor_proxy_ok', { addresses: trusted.join(', ') })
}

function checkWatches({ scanner }: Config): DoctorCheck[] {
  if (process.platform !== 'linux' || !scanner.watch) return []
  const count = Number(readFileSync('/proc/sys/fs/inotify/max_user_watches', 'utf8'))
  const check = 'watch limit'
  return [count < 65_536 ? warning(check, 'doctor_watches', { count }) : ok(check, 'doctor_watches', { count })]
}

function checkFonts(): DoctorCheck {
  const packages = ['latin', 'jp', 'kr', 'sc', 'tc'].map((script) => `@embedpdf/fonts-${script}`)
  const missing = packages.filter((name) => {
    try {
      return !import.meta.resolve(name)
    } catch {
      return true
    }
  })
  if (missing.length === 0) return ok('fonts', 'doctor_fonts_ok')
  return warning('fonts', 'doctor_fonts_missing', { packages: missing.join(', ') })
}

function checkBackups(folder: string): DoctorCheck {
  const check = 'backups'
  const advice = 'doctor_backup_do'
  try {
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.backup.gz')) : []
    if (files.length === 0) return warning(check, 'doctor_backup_none', { folder }, advice)
    const newest = Math.max(...files.map((name) => statSync(join(folder, name)).mtimeMs))
    const params = { folder, date: new Date(newest).toISOString().slice(0, 10) }
    return Date.now() - newest > 8 * dayMs
      ? warning(check, 'doctor_backup', params)
      : ok(check, 'doctor_backup', params)
  } catch (error) {
    return warning(check, 'doctor_backup_denied', { folder, code: codeOf(error) }, advice)
  }
}

function checkSchedule({ backups: { schedule } }: Config): DoctorCheck[] {
  const isValid = schedule === '' || cronFault(schedule) === undefined
  return isValid ? [] : [trouble('backups', 'doctor_schedule', { schedule })]
}
