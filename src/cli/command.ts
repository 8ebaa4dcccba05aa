import type { CommandLineFlags } from '../config/command-line-flags.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Config } from '../config/settings.ts'

/** A command of the command line. `run` returns the exit code; an error it throws is printed as one line. */
export interface Command {
  /** The arguments after the name. */
  usage: string
  about: string
  /** How many words may follow its name; without it, none. */
  maxWords?: number
  /** Flags that only this command has. */
  flags?: readonly string[]
  /** Those of its flags that take no value. */
  switches?: readonly string[]
  /** What each of its flags does, for its help. */
  options?: Readonly<Record<string, string>>
  run(input: CommandInput): Promise<number>
}

export interface CommandInput {
  flags: CommandLineFlags
  /** The words after the command. */
  args: readonly string[]
}

/** Wrong arguments on the command line: the usage is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export function loadConfigFromFlags(flags: CommandLineFlags): Config {
  return loadConfig({ file: flags.config, environment: process.env, flags: flags.given })
}
