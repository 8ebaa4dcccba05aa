import { readFileSync } from 'node:fs'

/**
 * For how long this thread was ready to run so far while others had the processors, in milliseconds. Only Linux tells
 * it; elsewhere 0.
 */
export function processorWaitMs(): number {
  if (process.platform !== 'linux') return 0
  try {
    const [, waited] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')
    return Number(waited) / 1e6
  } catch {
    return 0
  }
}
