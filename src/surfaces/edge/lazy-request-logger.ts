import type { FastifyBaseLogger } from 'fastify'
import type { ServerLogger } from './server-logger.ts'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]

/**
 * A request's logger, which adds its id to every line. Creating one costs more than checking the credential, and most
 * requests log nothing: it is created with the first line.
 */
export function makeLazyRequestLogger(parent: ServerLogger, reqId: string): FastifyBaseLogger {
  return new WaitingLog(parent, reqId) as unknown as FastifyBaseLogger
}

class WaitingLog {
  private readonly parent: ServerLogger
  private readonly reqId: string
  private made: FastifyBaseLogger | undefined

  constructor(parent: ServerLogger, reqId: string) {
    this.parent = parent
    this.reqId = reqId
  }

  get level(): string {
    return this.real().level
  }

  fatal(...line: unknown[]): void {
    this.write('fatal', line)
  }

  error(...line: unknown[]): void {
    this.write('error', line)
  }

  warn(...line: unknown[]): void {
    this.write('warn', line)
  }

  info(...line: unknown[]): void {
    this.write('info', line)
  }

  debug(...line: unknown[]): void {
    this.write('debug', line)
  }

  trace(...line: unknown[]): void {
    this.write('trace', line)
  }

  silent(): void {}

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.real().child(bindings, options)
  }

  private write(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', line: unknown[]): void {
    const log = this.real()
    ;(log[level] as (...line: unknown[]) => void).apply(log, line)
  }

  private real(): FastifyBaseLogger {
    this.made ??= this.parent.child({ reqId: this.reqId })
    return this.made
  }
}
