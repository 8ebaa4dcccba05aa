import { createRequire } from 'node:module'
import type pg from 'pg'

const require = createRequire(import.meta.url)
let client: typeof pg | undefined

/**
 * The client library, loaded on first use: most servers don't use PostgreSQL. Kept in a variable: it is needed for
 * every column of every result, and `require` accesses the disk each time.
 */
export function loadPostgresClient(): typeof pg {
  client ??= require('pg') as typeof pg
  return client
}

/**
 * A connection that the other side has dropped is noticed within a minute, not after the default two hours of most
 * systems.
 */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const
