import module from 'node:module'
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { releaseMemory } from './release-memory.ts'

/**
 * Gives memory back when a busy time of this thread is over; the start is one, a scan another. V8 keeps what it once
 * had for the next burst, which on a server at rest is two thirds of its heap. Somebody who turns a page now and then is
 * no busy time, so nobody waits for this while reading.
 */
export function releaseMemoryWhenIdle(everyMs = 5000): () => void {
  let before = performance.eventLoopUtilization()
  let wasBusy = true
  let later: NodeJS.Timeout | undefined
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (utilization > BUSY) wasBusy = true
    else if (wasBusy && utilization < IDLE) {
      wasBusy = false
      // Compiled code is kept now and not only at the end, which a power cut may spare us. Before the flag below changes:
      // code that was compiled under other flags is not taken back.
      module.flushCompileCache()
      collect({ flavor: 'last-resort' })
      releaseMemory()
      // Threads that read books end a minute after the last one.
      clearTimeout(later)
      later = setTimeout(releaseMemory, AFTER_READERS_MS).unref()
    }
  }
  // Once soon, because the start leaves most behind; and again at the usual time, when its other threads are ready too.
  const soon = setTimeout(() => {
    look()
    wasBusy = true
  }, everyMs / 3).unref()
  const timer = setInterval(look, everyMs).unref()
  return () => {
    clearTimeout(soon)
    clearTimeout(later)
    clearInterval(timer)
  }
}

const BUSY = 0.2
const IDLE = 0.05
const AFTER_READERS_MS = 65_000

let collector: ((options: object) => void) | undefined

/**
 * For a thread that is busy for long, and may be slow. What it throws away is collected before it adds up: left to itself V8
 * lets the heap of a scan grow to twice what is in use.
 */
export function collectGarbageWhileBusy(isBusy: () => boolean, everyMs: number): void {
  setInterval(() => {
    if (!isBusy()) return
    collect()
    releaseMemory()
  }, everyMs).unref()
}

/** `last-resort` is the only collection that hands all of the freed pages back to the system; it throws compiled code away. */
function collect(options: { flavor?: 'last-resort' } = {}): void {
  if (!collector) {
    setFlagsFromString('--expose-gc')
    // The flag is the whole process's: another thread may have taken it back in between. Then it is for the next time.
    collector = runInNewContext('globalThis.gc') as typeof collector
    setFlagsFromString('--no-expose-gc')
  }
  collector?.({ type: 'major', execution: 'sync', ...options })
}
