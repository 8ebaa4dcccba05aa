import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lets readers go first: on Linux a priority belongs to a thread, so this one, and the threads it starts, only get
 * what those that serve leave over. Elsewhere it would slow the whole process, so nothing is done.
 *
 * Covers are drawn by the threads that all of the process shares. They get less than the thread that serves and more than this one:
 * they also read files for requests, which is short.
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

/** Of libuv, which names them so. All of them start with the first file that is read. */
function sharedThreads(): number[] {
  const threads = readdirSync('/proc/self/task')
  return threads.filter((id) => readFileSync(`/proc/self/task/${id}/comm`, 'latin1') === 'libuv-worker\n').map(Number)
}
