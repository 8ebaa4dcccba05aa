import { createRequire } from 'node:module'
import type pg from 'pg'

const require = createRequire(import.meta.url)

/** The client library, loaded when there is a PostgreSQL to talk to: most servers never have one. */
export function loadPostgresClient(): typeof pg {
  return require('pg') as typeof pg
}

/** A connection that the other end has forgotten is noticed within a minute, not after the two hours of most systems. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const
