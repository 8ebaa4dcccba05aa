export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

export interface LogLine {
  at: number
  level: LogLevel
  message: string
}

/** The last lines that a plugin wrote to stderr, with secrets masked. */
export class PluginLog {
  readonly #lines: LogLine[] = []
  #secrets: string[] = []
  #secretsInResults: string[] = []

  /** Masks these values in everything that is added from now on. */
  hide(secrets: readonly string[]): void {
    this.#secrets = allSpellingsOf(secrets)
  }

  /** Masks these values in what the plugin returns: not all values of the log, as an address in a result is used. */
  hideInResults(secrets: readonly string[]): void {
    this.#secretsInResults = allSpellingsOf(secrets)
  }

  add(text: string, at = Date.now()): LogLine | undefined {
    const clean = this.redact(text.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z?\s*/, '').trimEnd()).slice(0, MAX_LETTERS)
    if (clean === '') return undefined
    const line = { at, level: levelOf(clean), message: clean }
    this.#lines.push(line)
    if (this.#lines.length > MAX_LINES) this.#lines.shift()
    return line
  }

  /** Masks secrets and removes NUL, the one character that PostgreSQL can't store in text. */
  redact(text: string): string {
    return mask(text.replaceAll('\0', ''), this.#secrets)
  }

  /** A plugin's result without secrets: a plugin may return its key in a title or an address. */
  redactResult(value: unknown): unknown {
    return this.#secretsInResults.length === 0 ? value : maskValue(value, this.#secretsInResults)
  }

  get lines(): readonly LogLine[] {
    return this.#lines
  }

  /** The latest error since this time: some plugins return "nothing found" when their source is down. */
  errorSince(at: number, levels: readonly LogLevel[] = ['error']): string | undefined {
    const found = this.#lines.findLast((line) => line.at >= at && levels.includes(line.level))
    // Users see this message, so the prefixes are removed; the log keeps the line unchanged.
    return found?.message.replace(/^(?:\[[^\]]{1,60}\]\s*|error:\s*)+/i, '') || found?.message
  }
}

const mask = (text: string, secrets: readonly string[]) =>
  secrets.reduce((so, secret) => so.replaceAll(secret, '•••'), text)

function maskValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return mask(value, secrets)
  // A key of digits may be returned as a number; a year is none.
  if (typeof value === 'number') return value >= 1e7 && secrets.includes(String(value)) ? '•••' : value
  if (Array.isArray(value)) return value.map((one) => maskValue(one, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [mask(name, secrets), maskValue(one, secrets)]))
}

/** The longest first: one secret may begin with another. */
function allSpellingsOf(secrets: readonly string[]): string[] {
  const spellings = secrets.filter((secret) => secret.length >= 4).flatMap(spellingsOf)
  return [...new Set(spellings)].sort((a, b) => b.length - a.length)
}

/** A secret as it appears in addresses, headers and JSON. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]
}

function levelOf(line: string): LogLevel {
  const found = /\[(ERROR|WARN|INFO|DEBUG|TRACE)\]|^(ERROR|WARN|INFO|DEBUG|TRACE):/i.exec(line)
  const word = (found?.[1] ?? found?.[2])?.toLowerCase()
  if (word === 'error' || word === 'warn' || word === 'debug') return word
  return word === 'trace' ? 'debug' : 'info'
}

const MAX_LINES = 200
const MAX_LETTERS = 2000
