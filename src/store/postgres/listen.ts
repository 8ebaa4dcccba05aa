import type pg from 'pg'
import { client as library } from './client.ts'

export interface Listening {
  listen(name: string): void
  /** Reaches everyone who listens, this one included. At most 8,000 bytes. */
  say(name: string, text: string): void
  close(): Promise<void>
}

export interface Hears {
  hear(name: string, text: string): void
  /** The connection was lost and is there again; what was said meanwhile was not heard. */
  gap(): void
  onError(error: unknown): void
}

/**
 * LISTEN and NOTIFY over a connection of its own. A connection that is lost is opened again; what was said meanwhile is
 * lost, so whoever listens must look for itself now and then.
 */
export function openListening(url: string, { hear, gap, onError }: Hears): Listening {
  const names = new Set<string>()
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  /** One after the other: a connection asks one thing at a time. */
  let asked: Promise<unknown> = Promise.resolve()
  const ask = (question: (client: pg.Client) => Promise<unknown>) => {
    asked = asked.then(() => client && question(client)).catch(onError)
  }

  const connect = async (isAgain: boolean) => {
    const next = new (library().Client)({
      connectionString: url,
      application_name: 'lectern-listen',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: 10_000,
    })
    next.on('notification', ({ channel, payload }) => hear(channel, payload ?? ''))
    const again = () => {
      if (isClosed || client !== next) return
      client = undefined
      retry = setTimeout(() => reconnect(), RETRY_MS).unref()
    }
    next.on('error', again)
    next.on('end', again)
    client = next
    try {
      await next.connect()
      for (const name of names) await next.query(`listen ${next.escapeIdentifier(name)}`)
      if (isAgain) gap()
    } catch (error) {
      again()
      throw error
    }
  }
  const reconnect = () => {
    asked = connect(true).catch(onError)
  }
  asked = Promise.resolve().then(() => connect(false).catch(onError))

  return {
    listen(name) {
      names.add(name)
      ask((now) => now.query(`listen ${now.escapeIdentifier(name)}`))
    },
    say(name, text) {
      ask((now) => now.query('select pg_notify($1, $2)', [name, text]))
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await asked
      await client?.end().catch(() => {})
    },
  }
}

const RETRY_MS = 1000
