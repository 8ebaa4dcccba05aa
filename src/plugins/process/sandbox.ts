import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { problem } from '../../contract/problems.ts'
import { SANDBOX_LOCK } from './sandbox-lock.ts'

export interface PluginLaunch {
  command: string
  /** Everything after the command, as the administrator wrote it. */
  args: readonly string[]
  env: Readonly<Record<string, string>>
  /** Folder of the package, all of which is readable; undefined where only the script's folder and its imports are. */
  packageDir: string | undefined
  dataDir: string
  heapMegabytes: number
  isOffline?: boolean
  /** Commands other than Node that the configuration allows. */
  allowedCommands: readonly string[]
}

export interface SpawnPlan {
  file: string
  args: string[]
  env: Record<string, string>
  cwd: string
}

/**
 * How a plugin is started. Node plugins run with the server's own Node under its permission model: they read their
 * package, read and write their data folder, and reach the network; no other files, processes, threads or add-ons. The
 * environment contains only the variables that the administrator set.
 */
export function planSpawn(launch: PluginLaunch): SpawnPlan {
  const { command, args, dataDir } = launch
  checkEnvironment(launch.env)
  const env = { ...launch.env }
  if (command !== 'node') {
    if (!launch.allowedCommands.includes(command)) throw commandRefused(command, launch.allowedCommands)
    return { file: command, args: [...args], env, cwd: dataDir }
  }
  const { imports, script, rest } = splitNodeArgs(args, launch.packageDir)
  const readable = [...new Set([launch.packageDir ?? dirname(script), ...imports, dataDir].map(realPath))]
  const preloads = imports.flatMap((file) => ['--import', realPath(file)])
  return {
    file: process.execPath,
    args: [
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${realPath(dataDir)}`,
      ...(launch.isOffline ? [] : ['--allow-net']),
      '--disable-warning=ExperimentalWarning',
      '--no-experimental-sqlite',
      '--no-experimental-ffi',
      `--max-old-space-size=${launch.heapMegabytes}`,
      '--import',
      SANDBOX_LOCK,
      ...preloads,
      realPath(script),
      ...rest,
    ],
    env,
    cwd: dataDir,
  }
}

export function checkCommand(command: string, allowed: readonly string[]): void {
  if (command !== 'node' && !allowed.includes(command)) throw commandRefused(command, allowed)
}

const commandRefused = (command: string, allowed: readonly string[]) =>
  problem(
    'validation_failed',
    `The command “${command}” isn’t allowed. Allowed commands: ${['node', ...allowed].join(', ')}. Add more with plugins.allowed_commands in the configuration.`,
  )

/** Only `--import FILE` may come before the script: any other option of Node could open the sandbox. */
export function splitNodeArgs(
  args: readonly string[],
  packageDir: string | undefined,
): { imports: string[]; script: string; rest: string[] } {
  const imports: string[] = []
  let at = 0
  for (; at < args.length; at += 2) {
    if (args[at] !== '--import') break
    const file = args[at + 1]
    if (!file || !isAbsolute(file)) throw refused('--import needs the absolute path of a file.')
    imports.push(file)
  }
  const script = args[at]
  if (script === undefined) throw refused('The arguments don’t include a script to run.')
  if (script.startsWith('-')) throw refused(`Node's option ${script} may not be given to a plugin.`)
  const rest = args.slice(at + 1)
  if (isAbsolute(script)) return { imports, script, rest }
  const inside = packageDir && join(packageDir, script)
  if (!inside?.startsWith(packageDir + sep)) throw refused(`The script must be an absolute path: ${script}`)
  return { imports, script: inside, rest }
}

/** Rejects invalid names, and variables that change how programs start or what they load. */
export function checkEnvironment(env: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      throw refused(`“${name}” is not a valid name for an environment variable.`)
    if (CLOSED_NAMES.test(name)) throw refused(`The environment variable ${name} can’t be set for a plugin.`)
  }
}

const CLOSED_NAMES =
  /^(LD_.*|DYLD_.*|NODE_OPTIONS|NODE_PATH|NODE_REPL_.*|NODE_V8_COVERAGE|NODE_PENDING_.*|PATH|IFS|BASH_ENV|ENV|PYTHONPATH|PYTHONSTARTUP|PYTHONHOME|RUBYLIB|RUBYOPT|PERL5LIB|PERL5OPT|MALLOC_.*|NOTIFY_SOCKET|LISTEN_FDS|LISTEN_PID)$/i

const refused = (message: string) => problem('validation_failed', message)
const realPath = (path: string) => (existsSync(path) ? realpathSync(path) : path)
