/**
 * The C library reads these settings when a process starts, and only then. By its own it keeps a heap for every thread
 * and hands little of them back: a scan that draws covers would hold half as much memory again.
 */
export function spareMemory() {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX || !process.execve || process.channel) return
  const sparing = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '4194304' }
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...process.env, ...sparing })
}
