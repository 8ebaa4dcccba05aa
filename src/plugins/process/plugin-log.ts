export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

export interface LogLine {
  at: number
  level: LogLevel
  message: string
}

/** The last lines that a plugin wrote to its error output, without what is secret in them. */
export class PluginLog {
  readonly #lines: LogLine[] = []
  #secrets: string[] = []

  /** From now on these never appear. */
  hide(secrets: readonly string[]): void {
    this.#secrets = secrets.filter((secret) => secret.length >= 4)
  }

  add(text: string, at = Date.now()): LogLine | undefined {
    const clean = this.redact(text.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z?\s*/, '').trimEnd()).slice(0, MAX_LETTERS)
    if (clean === '') return undefined
    const line = { at, level: levelOf(clean), message: clean }
    this.#lines.push(line)
    if (this.#lines.length > MAX_LINES) this.#lines.shift()
    return line
  }

  /** Without what is secret in it, and without the one letter that PostgreSQL keeps in no text. */
  redact(text: string): string {
    return this.#secrets.reduce((so, secret) => so.replaceAll(secret, '•••'), text.replaceAll('\0', ''))
  }

  get lines(): readonly LogLine[] {
    return this.#lines
  }

  /** The latest error that came after this moment: some plugins answer "nothing found" when their source is down. */
  errorSince(at: number, levels: readonly LogLevel[] = ['error']): string | undefined {
    const found = this.#lines.findLast((line) => line.at >= at && levels.includes(line.level))
    // For a person who searches; the log keeps the line as it came.
    return found?.message.replace(/^(?:\[[^\]]{1,60}\]\s*|error:\s*)+/i, '') || found?.message
  }
}

function levelOf(line: string): LogLevel {
  const found = /\[(ERROR|WARN|INFO|DEBUG|TRACE)\]|^(ERROR|WARN|INFO|DEBUG|TRACE):/i.exec(line)
  const word = (found?.[1] ?? found?.[2])?.toLowerCase()
  if (word === 'error' || word === 'warn' || word === 'debug') return word
  return word === 'trace' ? 'debug' : 'info'
}

const MAX_LINES = 200
const MAX_LETTERS = 2000
