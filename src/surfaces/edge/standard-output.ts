import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/**
 * Standard output as the target of the log. Pino's own target ends the process if a line can't be written, and then
 * waits for ever for room: a file on a full disk would stop the server. Here such a line is lost, and the next one is
 * tried again. Each line is written at once, so none is lost when the process ends.
 */
export function openStandardOutput(fd = 1): DestinationStream {
  let isStalled = false
  return {
    write(line) {
      let rest = Buffer.from(line)
      for (let waits = 0; rest.length > 0; ) {
        try {
          rest = rest.subarray(writeSync(fd, rest))
          isStalled = false
        } catch (error) {
          // A pipe that is read slowly; one that nobody reads any more is waited for only once.
          const isBusy = (error as NodeJS.ErrnoException).code === 'EAGAIN'
          if (isBusy && ++waits > MAX_WAITS) isStalled = true
          if (!isBusy || isStalled) return
          Atomics.wait(neverWoken, 0, 0, WAIT_MS)
        }
      }
    },
  }
}

const neverWoken = new Int32Array(new SharedArrayBuffer(4))
const WAIT_MS = 5
const MAX_WAITS = 20
