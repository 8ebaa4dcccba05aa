import { createRequire } from 'node:module'
import type pg from 'pg'

const require = createRequire(import.meta.url)
let client: typeof pg | undefined

/**
 * The client library, loaded when there is a PostgreSQL to talk to: most servers never have one. It is asked for with every
 * column of every answer, and `require` looks on the disk each time.
 */
export function loadPostgresClient(): typeof pg {
  client ??= require('pg') as typeof pg
  return client
}

/** A connection that the other end has forgotten is noticed within a minute, not after the two hours of most systems. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const
