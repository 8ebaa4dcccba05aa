import { executionAsyncResource } from 'node:async_hooks'
import module from 'node:module'
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { releaseMemory } from './release-memory.ts'

/**
 * Returns memory to the system after this thread was busy, e.g. with the start or a scan. V8 keeps its memory for the
 * next burst, which on an idle server is two thirds of its heap. Turning a page now and then doesn't count as busy, so
 * readers never wait for this. Large buffers do: a few huge pictures keep other threads busy rather than this one, and
 * no garbage collection follows that would free their pixels.
 */
export function releaseMemoryWhenIdle(everyMs = 5000): () => void {
  let before = performance.eventLoopUtilization()
  let buffersBefore = process.memoryUsage().external
  let wasBusy = true
  let later: NodeJS.Timeout | undefined
  const check = () => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (process.memoryUsage().external - buffersBefore > LARGE_BUFFERS) wasBusy = true
    if (utilization > BUSY) wasBusy = true
    else if (wasBusy && utilization < IDLE) {
      wasBusy = false
      releaseAllMemory()
      buffersBefore = process.memoryUsage().external
      // Threads that read books end a minute after the last one.
      clearTimeout(later)
      later = setTimeout(releaseMemory, AFTER_READERS_MS).unref()
    }
  }
  // Once early, because the start leaves the most garbage; and again at the usual time, when the other threads have
  // started too.
  const soon = setTimeout(() => {
    check()
    wasBusy = true
  }, everyMs / 3).unref()
  const timer = setInterval(check, everyMs).unref()
  return () => {
    clearTimeout(soon)
    clearTimeout(later)
    clearInterval(timer)
  }
}

/** Also what V8 keeps for the next burst. Takes a tenth of a second, and compiled code is discarded. */
export function releaseAllMemory(): void {
  // Saves compiled code now and not only on exit, which a power cut would skip. Before the flag below changes: code
  // that was compiled under other flags is not reused.
  module.flushCompileCache()
  collect({ flavor: 'last-resort' })
  releaseMemory()
}

const BUSY = 0.2
const IDLE = 0.05
const LARGE_BUFFERS = 32 * 1024 * 1024
const AFTER_READERS_MS = 65_000

let collector: ((options: object) => void) | undefined

/**
 * For a thread that is busy for a long time, and may be slow. Collects garbage before it piles up: otherwise V8 lets
 * the heap of a scan grow to twice what is in use. Memory that is free already is returned more often, which costs less.
 * The returned function ends it.
 */
export function collectGarbageWhileBusy(isBusy: () => boolean, everyMs: number): () => void {
  let collectedAt = 0
  const timer = setInterval(() => {
    if (!isBusy()) return
    if (performance.now() - collectedAt >= everyMs) {
      collect()
      collectedAt = performance.now()
    }
    releaseMemory()
  }, everyMs / RELEASES_PER_COLLECTION).unref()
  return () => clearInterval(timer)
}

const RELEASES_PER_COLLECTION = 4

/** `last-resort` is the only collection that returns all freed pages to the system; it discards compiled code. */
function collect(options: { flavor?: 'last-resort' } = {}): void {
  if (!collector) {
    keepShapeOfTicks()
    setFlagsFromString('--expose-gc')
    // The flag is process-wide: another thread may have reset it in between. Then the next call tries again.
    collector = runInNewContext('globalThis.gc') as typeof collector
    setFlagsFromString('--no-expose-gc')
  }
  collector?.({ type: 'major', execution: 'sync', ...options })
}

/**
 * Keeps one of the objects that Node creates for every `process.nextTick`. If a collection finds none, V8 forgets their
 * hidden class, and from then on creates each through a slow path that it never leaves: half a dozen for every request.
 */
function keepShapeOfTicks(): void {
  // Until it runs, it is in the queue, where the collection that follows finds it.
  process.nextTick(() => keptTicks.push(executionAsyncResource()))
}

const keptTicks: object[] = []
