import type pg from 'pg'
import { client as library } from './client.ts'

export interface Channel {
  /** Reaches everyone who listens, this one included. At most 8,000 bytes. */
  say(text: string): void
  close(): Promise<void>
}

/**
 * LISTEN and NOTIFY over a connection of its own. A connection that is lost is opened again; what was said meanwhile is
 * lost, so whoever listens must look for itself now and then.
 */
export function openChannel(
  url: string,
  name: string,
  hear: (text: string) => void,
  onError: (error: unknown) => void,
): Channel {
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  /** One after the other: a connection asks one thing at a time. */
  let said: Promise<unknown> = Promise.resolve()

  const connect = async () => {
    const next = new (library().Client)({ connectionString: url, application_name: 'lectern-listen', keepAlive: true })
    next.on('notification', ({ payload }) => hear(payload ?? ''))
    const again = () => {
      if (isClosed || client !== next) return
      client = undefined
      retry = setTimeout(() => void connect().catch(onError), RETRY_MS).unref()
    }
    client = next
    next.on('error', again)
    next.on('end', again)
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(name)}`)
    } catch (error) {
      again()
      throw error
    }
  }
  void connect().catch(onError)
  return {
    say(text) {
      said = said.then(() => client?.query('select pg_notify($1, $2)', [name, text])).catch(onError)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await said
      await client?.end().catch(() => {})
    },
  }
}

const RETRY_MS = 1000
