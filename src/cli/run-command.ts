import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { FlagError, parseCommandLineFlags } from '../config/command-line-flags.ts'
import { ConfigError } from '../config/config-fault.ts'
import { nearestWord } from '../config/nearest-word.ts'
import { Problem } from '../contract/problems.ts'
import { wordTable } from '../formats/values/word-table.ts'
import { ForeignFileError } from '../store/foreign/copy-foreign-database.ts'
import { isDamagedDatabase } from '../store/sqlite/is-damaged-database.ts'
import { storageUnavailableReasonOf } from '../store/storage-unavailable.ts'
import { type Command, UsageError } from './command.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Loaded on demand, so that a start doesn't pay for what it doesn't use. */
const commands = wordTable<() => Promise<Command>>({
  serve: async () => (await import('./serve.ts')).serveCommand,
  worker: async () => (await import('./worker.ts')).workerCommand,
  migrate: async () => (await import('./migrate-schema.ts')).migrateSchemaCommand,
  check: async () => (await import('./check-files.ts')).checkFilesCommand,
  openapi: async () => (await import('./openapi.ts')).openapiCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  import: async () => (await import('./import.ts')).importCommand,
  user: async () => (await import('./user.ts')).userCommand,
  config: async () => (await import('./config.ts')).configCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
})

/** Runs the command line. Returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await perform(args)
  } catch (error) {
    console.error(`lectern: ${oneLine(error)}`)
    return error instanceof UsageError || error instanceof FlagError ? 2 : 1
  }
}

async function perform(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args[0] === 'help') {
    console.log(await help(firstWord(args.filter((arg) => arg !== '--help' && arg !== 'help'))))
    return 0
  }
  if (args.includes('--version') || args[0] === 'version') {
    console.log(version)
    return 0
  }
  const name = firstWord(args) ?? 'serve'
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    const near = nearestWord(name, Object.keys(commands))
    throw new UsageError(`"${name}" is not a command${near ? `; did you mean ${near}?` : '. See lectern --help.'}`)
  }
  const command = await load()
  const flags = parseCommandLineFlags(args, command.flags, command.switches)
  const words = flags.words.slice(1)
  const surplus = words[command.maxWords ?? 0]
  // A second file that is ignored looks like one that was imported.
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one argument too many. See lectern help ${name}.`)
  return command.run({ flags, args: words })
}

/** Every flag has a value: `--data backup` names a folder, not the command. */
function firstWord(args: readonly string[]): string | undefined {
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i]!
    if (!arg.startsWith('--')) return arg
    if (!arg.includes('=')) i += 1
  }
  return undefined
}

/** The help of one command, or of all of them. */
async function help(topic: string | undefined): Promise<string> {
  const known = topic !== undefined && Object.hasOwn(commands, topic)
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => {
      if (known && name !== topic) return []
      const { usage, about, options = {} } = await load()
      const line = `  lectern ${name} ${usage}`.trimEnd().concat(`\n      ${about}`)
      return known && Object.keys(options).length > 0 ? [line, '', 'Options:', ...optionLines(options)] : [line]
    }),
  )
  const more = known
    ? []
    : ['', 'Run "lectern help COMMAND" to see the options of a command.', '', 'Options for serve:']
  const serveOptions = known ? [] : optionLines((await commands.serve!()).options ?? {})
  const head = ['Lectern, a library server for comics, manga and ebooks.', '', 'Usage:']
  const common = ['', 'Options for every command:', ...optionLines(commonOptions)]
  return [...head, ...lines.flat(), ...more, ...serveOptions, ...common].join('\n')
}

const commonOptions = {
  '--config FILE': 'Read the configuration from FILE.',
  '--data DIR': 'Keep the database, covers and caches in DIR.',
  '--version': 'Print the version.',
  '--help': 'Print this help.',
}

function optionLines(options: Readonly<Record<string, string>>): string[] {
  const width = Math.max(...Object.keys(options).map((name) => name.length))
  return Object.entries(options).map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
}

/** An error of the system or of PostgreSQL. */
type SystemError = NodeJS.ErrnoException & { address?: string; port?: number; severity?: string }

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])

/** Errors that a user can fix become one line; a bug keeps its stack trace. */
function oneLine(error: unknown): string {
  if (error instanceof ConfigError) {
    const more = error.faults.length - 1
    return more > 0
      ? `${error.message} (and ${more} more ${more === 1 ? 'problem' : 'problems'}; run "lectern config check" to see all)`
      : error.message
  }
  if (error instanceof FlagError || error instanceof UsageError || error instanceof Problem) return error.message
  if (error instanceof ForeignFileError) return error.message
  const { code, address, port, path, message, severity, syscall } = error as SystemError
  if (isDamagedDatabase(error)) return `the database is damaged (${message}); restore a backup: lectern restore FILE`
  const unavailable = path === undefined ? storageUnavailableReasonOf(error) : undefined
  if (unavailable === 'disk') return 'the disk of the data folder is full; free some space'
  if (unavailable === 'read-only')
    return `${thisUser()} may not write to the database; make that user the owner of the data folder and everything in it`
  if (UNREACHABLE.has(code ?? '')) return `cannot reach the database: ${message || code}`
  if (severity === 'FATAL') return `the database reported an error: ${message}`
  if (code === 'EADDRINUSE') return `port ${port} is already in use; choose another one with --port`
  if (code === 'EACCES' && port !== undefined) return `not allowed to listen on port ${port}; choose one above 1023`
  if (code === 'EADDRNOTAVAIL') return `${address} is not an address of this machine`
  // A file to write, such as a backup.
  if (code === 'ENOENT' && syscall === 'open' && path && !existsSync(dirname(path)))
    return `there is no folder ${dirname(path)}; create it first`
  const fault = path === undefined || (code === 'ENOENT' && syscall !== 'mkdir') ? undefined : pathErrorText(code)
  if (fault) return `${path}: ${fault}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const thisUser = () => `user ${process.getuid?.() ?? 'of this process'}`

/** What is wrong with a path from the configuration or command line, most often the data folder. */
function pathErrorText(code: string | undefined): string | undefined {
  if (code === 'EACCES' || code === 'EPERM') return `${thisUser()} has no permission`
  if (code === 'EROFS') return 'it is read-only'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'there is a file where a folder is expected'
  if (code === 'ENOSPC') return 'the disk is full'
  if (code === 'ENOENT') return 'it cannot be created there; is the disk or network share connected?'
  return undefined
}
