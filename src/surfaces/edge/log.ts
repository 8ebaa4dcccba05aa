import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

export type Log = Logger

export interface LogOptions {
  level: string
  pretty: boolean | 'auto'
}

/** Lines for people on a terminal, JSON for programs. Secrets never get in. */
export function openLog(options: LogOptions, destination?: DestinationStream): Log {
  const forPeople = options.pretty === 'auto' ? destination === undefined && process.stdout.isTTY : options.pretty
  const target =
    destination ??
    (forPeople ? pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }) : pino.destination(1))
  return pino(
    {
      level: options.level,
      base: undefined,
      redact: { paths: secretPaths, censor: '•••' },
      serializers: { req: tellRequest, err: pino.stdSerializers.err },
    },
    target,
  )
}

const secretNames = ['password', 'token', 'accessToken', 'refreshToken', 'key', 'secret', 'jwt_secret', 'client_secret']
const secretHeaders = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  '["x-api-key"]',
  '["x-auth-key"]',
  '["x-auth-user"]',
]
const secretPaths = [
  ...secretNames.flatMap((name) => [name, `*.${name}`]),
  ...secretHeaders.flatMap((name) => {
    const path = name.startsWith('[') ? name : `.${name}`
    return [`headers${path}`, `*.headers${path}`]
  }),
]

function tellRequest(request: { method: string; url: string; ip?: string }) {
  return { method: request.method, url: withoutSecrets(request.url), ip: request.ip }
}

/** A URL that may be written down: API keys in the path and secret parameters are struck out. */
export function withoutSecrets(url: string): string {
  return url
    .replace(/lectern_[0-9A-Za-z]{1,16}_[0-9A-Za-z]+/g, 'lectern_•••')
    .replace(
      /([?&](?:password|token|key|api_?key|apikey|secret|code|state|access_token|refresh_token)=)[^&]*/gi,
      '$1•••',
    )
}
