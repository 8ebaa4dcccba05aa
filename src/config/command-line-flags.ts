import { resolve } from 'node:path'
import { wordTable } from '../formats/values/word-table.ts'
import type { GivenSetting } from './given-setting.ts'
import { nearestWord } from './nearest-word.ts'

export interface CommandLineFlags {
  /** Arguments that aren't flags, e.g. the command and its files. */
  words: string[]
  config: string | undefined
  /** Folders that should become libraries, relative to the working directory. */
  libraries: string[]
  given: GivenSetting[]
  /** Flags of a single command: the last value of each. */
  own: Record<string, string>
  /** All values in their order, for flags that may be repeated. */
  every: Record<string, string[]>
}

/** The setting that each flag, such as `--data`, sets. */
const settingOf = wordTable<string>({ data: 'data_dir', host: 'server.host', port: 'server.port' })
const usual = ['config', 'library', ...Object.keys(settingOf)]

export class FlagError extends Error {
  override readonly name = 'FlagError'
}

/** `--port 9000` and `--port=9000`. Throws a FlagError that names the nearest known flag. */
export function parseCommandLineFlags(
  args: readonly string[],
  own: readonly string[] = [],
  /** Flags without a value. */
  switches: readonly string[] = [],
): CommandLineFlags {
  const known = [...usual, ...own, ...switches]
  const flags: CommandLineFlags = { words: [], config: undefined, libraries: [], given: [], own: {}, every: {} }
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i]!
    if (!arg.startsWith('--')) {
      flags.words.push(arg)
      continue
    }
    if (arg === '--') {
      flags.words.push(...args.slice(i + 1))
      break
    }
    const [name = '', inline] = splitOnce(arg.slice(2))
    if (!known.includes(name)) {
      const near = nearestWord(name, known)
      throw new FlagError(`--${name} is not a flag${near ? `; did you mean --${near}?` : ''}`)
    }
    if (switches.includes(name) && inline === undefined) {
      flags.own[name] = 'true'
      continue
    }
    if (inline === undefined) i += 1
    const value = inline ?? args[i]
    if (value === undefined || (inline === undefined && value.startsWith('--'))) {
      throw new FlagError(`--${name} needs a value`)
    }
    if (name === 'config') flags.config = value
    else if (name === 'library') flags.libraries.push(resolve(value))
    else if (own.includes(name) || switches.includes(name)) {
      flags.own[name] = value
      flags.every[name] = [...(flags.every[name] ?? []), value]
    } else {
      const key = settingOf[name]!
      const number = key === 'server.port' && /^\d+$/.test(value)
      flags.given.push({ key, below: [], value: number ? Number(value) : value, source: `flag --${name}` })
    }
  }
  return flags
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=')
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
