/**
 * Hands back to the system what was freed: the C library keeps it as long as something in use lies behind it, which after a
 * scan is a quarter of what a server holds at rest. Only glibc can be asked for it; elsewhere nothing is done.
 */
export function trimMemory(): void {
  if (process.platform !== 'linux' || cannot) return
  try {
    trim ??= loadTrim()
    trim(0n)
  } catch {
    cannot = true
  }
}

let trim: ((keep: bigint) => unknown) | undefined
let cannot = false

function loadTrim(): (keep: bigint) => unknown {
  const { emitWarning } = process
  // It would warn everybody who starts a server that calling into a library may change; then nothing is handed back.
  process.emitWarning = () => {}
  try {
    const { dlopen } = process.getBuiltinModule('node:ffi')
    return dlopen(null, { malloc_trim: { return: 'int32', arguments: ['uint64'] } }).functions.malloc_trim
  } finally {
    process.emitWarning = emitWarning
  }
}
