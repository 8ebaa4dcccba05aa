import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Gives requests precedence: on Linux a priority applies to a thread, so this one, and the threads it starts, only get
 * the CPU time that serving leaves over. Elsewhere it would slow the whole process, so it does nothing.
 *
 * Covers are drawn by the thread pool that the whole process shares. Its threads get a lower priority than the serving
 * thread and a higher one than this thread: they also read files for requests, which is short.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, NICE)
    for (const thread of sharedThreads()) setPriority(thread, NICE_OF_SHARED)
  } catch {
    // Not allowed in some containers; then all threads are equal.
  }
}

const NICE = 10
const NICE_OF_SHARED = 5

/** The thread pool of libuv, which names its threads so. All of them start with the first file that is read. */
function sharedThreads(): number[] {
  const threads = readdirSync('/proc/self/task')
  return threads.filter((id) => readFileSync(`/proc/self/task/${id}/comm`, 'latin1') === 'libuv-worker\n').map(Number)
}
