import { readFileSync } from 'node:fs'

/** All that can be given back without throwing anything away. */
export function releaseMemory(): void {
  trimMemory()
  releaseProgram()
}

/**
 * Hands back to the system what was freed: the C library keeps it as long as something in use lies behind it, which after a
 * scan is a quarter of what a server holds at rest. Only glibc can be asked for it; elsewhere nothing is done.
 */
function trimMemory(): void {
  callIntoSystem('malloc_trim', ['uint64'], (trim) => trim(0n))
}

/**
 * Lets go of the pages of Node's own program: half of those that a process holds were only needed to start it. They stay in
 * the system's cache of files, and those that are needed again are mapped again without reading them, a few at a time.
 */
function releaseProgram(): void {
  callIntoSystem('madvise', ['uint64', 'uint64', 'int32'], (madvise) => {
    // The system put it there before anything ran, and it stays until the end.
    program ??= [...listReadOnlyMemoryMappings(readFileSync('/proc/self/smaps', 'latin1'), process.execPath)]
    for (const [from, to] of program) madvise(from, to - from, MADV_DONTNEED)
  })
}

let program: [from: bigint, to: bigint][] | undefined

const MADV_DONTNEED = 4

/**
 * Where a program lies that this process cannot write to. What it did write to, while it was linked, would be lost.
 *
 * Only the unbroken row of mappings that begins with the file's first byte. V8 maps parts of the same file once more for
 * every thread, and takes them away with it: soon other memory lies there, and would be emptied while it is in use.
 */
export function* listReadOnlyMemoryMappings(smaps: string, file: string): Generator<[from: bigint, to: bigint]> {
  let end: string | undefined
  for (const part of smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    const [, from, to, rights, offset, path] =
      /^([0-9a-f]+)-([0-9a-f]+) (\S+) ([0-9a-f]+) \S+ \d+ +(.+)\n/.exec(part) ?? []
    const isBeginning = end === undefined && /^0+$/.test(offset ?? '')
    if (path !== file || !(isBeginning || from === end)) continue
    end = to
    if (/^r-[x-]p$/.test(rights!) && /^Anonymous: +0 kB$/m.test(part)) yield [BigInt(`0x${from}`), BigInt(`0x${to}`)]
  }
}

type Parameter = 'uint64' | 'int32'
type SystemCall = (...values: (bigint | number)[]) => unknown
const systemCallCache = new Map<string, SystemCall>()
const missingCalls = new Set<string>()

/** Only on Linux; what cannot be called is left alone from then on. */
function callIntoSystem(name: string, parameters: readonly Parameter[], call: (it: SystemCall) => void): void {
  if (process.platform !== 'linux' || missingCalls.has(name)) return
  try {
    const known = systemCallCache.get(name) ?? load(name, parameters)
    systemCallCache.set(name, known)
    call(known)
  } catch {
    missingCalls.add(name)
  }
}

function load(name: string, parameters: readonly Parameter[]): SystemCall {
  const { emitWarning } = process
  // It would warn everybody who starts a server that calling into a library may change; then nothing is handed back.
  process.emitWarning = () => {}
  try {
    const { dlopen } = process.getBuiltinModule('node:ffi')
    return dlopen(null, { [name]: { return: 'int32', arguments: parameters } }).functions[name] as SystemCall
  } finally {
    process.emitWarning = emitWarning
  }
}
