import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { PrettyOptions } from 'pino-pretty'
import { openRotatingLogFile } from './rotating-log-file.ts'
import { openStandardOutput } from './standard-output.ts'

export type ServerLogger = Logger

export interface LogOptions {
  level: string
  pretty: boolean | 'auto'
}

/** The log of a server: in addition to its usual target, the last lines are kept in the data folder. */
export function openServerLogger({
  log,
  data_dir,
}: {
  log: LogOptions & { keep: boolean }
  data_dir: string
}): ServerLogger {
  return openLogger(log, log.keep ? besides(openRotatingLogFile(data_dir), targetOf(log)) : undefined)
}

/** Readable lines on a terminal, JSON for programs. Never contains secrets. */
export function openLogger(options: LogOptions, destination: DestinationStream = targetOf(options)): ServerLogger {
  return pino(
    {
      level: options.level,
      base: undefined,
      // Not pino's own redaction: that runs for every request, because each has a child logger, and not only for lines.
      formatters: { log: (line) => withoutSecretFields(line, 0) as Record<string, unknown> },
      serializers: { req: describeRequest, err: pino.stdSerializers.err },
    },
    destination,
  )
}

function targetOf({ pretty: setting }: LogOptions): DestinationStream {
  const forPeople = setting === 'auto' ? process.stdout.isTTY : setting
  if (!forPeople) return openStandardOutput()
  return pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
}

function besides(one: DestinationStream, other: DestinationStream): DestinationStream {
  return {
    write(line) {
      one.write(line)
      other.write(line)
    },
  }
}

/** Loaded only if the output is for people. */
function pretty(options: PrettyOptions): DestinationStream {
  const load = createRequire(import.meta.url)
  return (load('pino-pretty') as (options: PrettyOptions) => DestinationStream)(options)
}

const secretNames: ReadonlySet<string> = new Set(
  ['password', 'token', 'access_token', 'refresh_token', 'key', 'secret', 'jwt_secret', 'client_secret', 'id_token']
    .concat(['authorization', 'cookie', 'set-cookie', 'x-api-key', 'x-auth-key', 'x-auth-user', 'proxy-authorization'])
    .map(plainName),
)
const deepest = 5

/** A copy of the object with every secret field redacted. Errors and requests have their own serialisers. */
function withoutSecretFields(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  if (Array.isArray(value)) return value.map((one) => withoutSecretFields(one, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      return [name, secretNames.has(plainName(name)) ? '•••' : withoutSecretFields(one, depth + 1)]
    }),
  )
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function describeRequest(request: { method: string; url: string; ip?: string }) {
  return { method: request.method, url: redactUrlSecrets(request.url), ip: request.ip }
}

/** A URL that is safe to log: API keys in the path and secret parameters are redacted. */
export function redactUrlSecrets(url: string): string {
  return url
    .replace(/lectern_[0-9A-Za-z]{1,16}_[0-9A-Za-z]+/g, 'lectern_•••')
    .replace(/(\/kobo\/)[^/?]+/, '$1•••')
    .replace(/([?&](?:password|token|key|api_?key|secret|code|state|access_token|refresh_token)=)[^&]*/gi, '$1•••')
}
