import { setPriority } from 'node:os'

/**
 * Lets readers go first: on Linux a priority belongs to a thread, so this one, and the threads it starts, only get
 * what those that serve leave over. Elsewhere it would slow the whole process, so nothing is done.
 */
export function yieldToReaders(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, NICE)
  } catch {
    // Not allowed in some containers; then all threads are equal.
  }
}

const NICE = 10
