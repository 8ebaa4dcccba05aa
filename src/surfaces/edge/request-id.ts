import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A proxy may set the id; otherwise it is a short one that is unique across restarts. */
export function makeRequestIdGenerator(): (request: IncomingMessage) => string {
  const start = `${randomBytes(5).toString('hex')}-`
  let count = 0
  return (request) => {
    const given = request.headers['x-request-id']
    if (typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given)) return given
    count += 1
    return start + count
  }
}
