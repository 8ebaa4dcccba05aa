import type pg from 'pg'
import { storageUnavailableReasonOf } from '../storage-unavailable.ts'
import { keepAliveOptions, loadPostgresClient as library } from './load-client.ts'
import { openSocketRegistry } from './socket-registry.ts'

export interface PostgresListener {
  listen(name: string): void
  /** Sends to all listeners, including this one. At most 8,000 bytes. */
  say(name: string, text: string): void
  close(): Promise<void>
}

export interface ListenHandlers {
  onMessage(name: string, text: string): void
  /** The connection was lost and is restored; notifications sent meanwhile are missed. */
  gap(): void
  onError(error: unknown): void
}

/**
 * LISTEN and NOTIFY on a separate connection. A lost connection is reopened; notifications sent meanwhile are lost, so
 * listeners must also poll now and then.
 */
export function openPostgresListener(
  url: string,
  { onMessage, gap, onError }: ListenHandlers,
  maxMs = 10_000,
): PostgresListener {
  const names = new Set<string>()
  const sockets = openSocketRegistry()
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  /** Sequential: a connection runs one query at a time. */
  let lastStep: Promise<unknown> = Promise.resolve()
  const run = (work: (client: pg.Client) => Promise<unknown>) => {
    lastStep = lastStep.then(async () => {
      const now = client
      if (!now) return
      try {
        await work(now)
      } catch (error) {
        onError(error)
        // A connection that doesn't respond receives nothing either, and could stay like that for hours.
        if (storageUnavailableReasonOf(error) === 'database') lose(now)
      }
    })
  }
  const lose = (lost: pg.Client) => {
    if (isClosed || client !== lost) return
    client = undefined
    retry = setTimeout(() => reconnect(), RETRY_MS).unref()
    lost.end().catch(() => {})
  }

  const connect = async (isAgain: boolean) => {
    const next = new (library().Client)({
      connectionString: url,
      application_name: 'lectern-listen',
      ...keepAliveOptions,
      connectionTimeoutMillis: 5000,
      query_timeout: maxMs,
      stream: sockets.open,
    })
    next.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''))
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    client = next
    try {
      await next.connect()
      for (const name of names) await next.query(`listen ${next.escapeIdentifier(name)}`)
      if (isAgain) gap()
    } catch (error) {
      lose(next)
      throw error
    }
  }
  const reconnect = () => {
    lastStep = connect(true).catch(onError)
  }
  lastStep = Promise.resolve().then(() => connect(false).catch(onError))

  return {
    listen(name) {
      names.add(name)
      run((now) => now.query(`listen ${now.escapeIdentifier(name)}`))
    },
    say(name, text) {
      run((now) => now.query('select pg_notify($1, $2)', [name, text]))
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      const cut = setTimeout(sockets.cut, MAX_CLOSING_MS)
      await lastStep
      await client?.end().catch(() => {})
      clearTimeout(cut)
    },
  }
}

const RETRY_MS = 1000
const MAX_CLOSING_MS = 1000
