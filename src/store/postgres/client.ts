import { createRequire } from 'node:module'
import type pg from 'pg'

const require = createRequire(import.meta.url)

/** The client library, loaded when there is a PostgreSQL to talk to: most servers never have one. */
export function client(): typeof pg {
  return require('pg') as typeof pg
}
