import { availableParallelism } from 'node:os'
import { compileCacheFolder } from './compile-cache.js'

/**
 * What a process of ours is to be started with; undefined if there is nothing to say. The C library and Node read these
 * settings when a process starts, and only then. By its own that library keeps a heap for every thread and hands little of
 * them back: a scan that draws covers would hold half as much memory again. Pictures are drawn by the same threads that
 * read files for requests: there are so many that some are always free for a page, also while a share that hangs keeps as
 * many as it may (src/images/limit-library-reads.ts).
 */
export function memorySettings() {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX) return undefined
  return {
    env: {
      // Every thread would also keep some freed blocks of each size, between which little can be returned.
      GLIBC_TUNABLES: [process.env.GLIBC_TUNABLES, 'glibc.malloc.tcache_count=0'].filter(Boolean).join(':'),
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
      NODE_COMPILE_CACHE: compileCacheFolder(),
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? String(availableParallelism() + 12),
    },
    // With several threads per collection, each copies objects to pages of its own, which stay half empty.
    flags: ['--no-parallel-scavenge', '--no-parallel-compaction'],
  }
}

/** Starts this process anew if it was not started so. */
export function restartWithMemorySettings() {
  const settings = memorySettings()
  if (!settings || !process.execve || process.channel) return
  // A Node that lacks one of the flags would not start.
  const flags = process.versions.node.startsWith('26.') ? settings.flags : []
  const args = [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...process.env, ...settings.env })
}
