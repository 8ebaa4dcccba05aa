import { readFileSync } from 'node:fs'

/** Returns all the memory that can be returned without discarding anything. */
export function releaseMemory(): void {
  trimMemory()
  releaseProgram()
}

/**
 * Returns freed memory to the system: the C library keeps it as long as a block in use follows it, which after a scan
 * is a quarter of an idle server's memory. Only glibc supports this; elsewhere it does nothing.
 */
function trimMemory(): void {
  callIntoSystem('malloc_trim', ['uint64'], (trim) => trim(0n))
}

/**
 * Releases the pages of Node's executable: half of those in memory were only needed for the start. They stay in the
 * system's file cache, and pages that are needed again are mapped without reading them, a few at a time.
 */
function releaseProgram(): void {
  callIntoSystem('madvise', ['uint64', 'uint64', 'int32'], (madvise) => {
    // The executable is mapped before anything runs, and stays mapped until the end.
    program ??= [...listReadOnlyMemoryMappings(readFileSync('/proc/self/smaps', 'latin1'), process.execPath)]
    for (const [from, to] of program) madvise(from, to - from, MADV_DONTNEED)
  })
}

let program: [from: bigint, to: bigint][] | undefined

const MADV_DONTNEED = 4

/**
 * The mappings of an executable that this process hasn't written to. Those it did write to, during linking, would lose
 * their changes.
 *
 * Only those that were mapped at the start: their addresses are as far apart as their places in the file, with gaps
 * between them on some processors, or they are contiguous. V8 maps parts of the same file again elsewhere for every
 * thread, and unmaps them when the thread ends: other memory soon takes their place, and would be cleared while in use.
 */
export function* listReadOnlyMemoryMappings(smaps: string, file: string): Generator<[from: bigint, to: bigint]> {
  let start: bigint | undefined
  let end: bigint | undefined
  for (const part of smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    const [, from, to, rights, offset, path] =
      /^([0-9a-f]+)-([0-9a-f]+) (\S+) ([0-9a-f]+) \S+ \d+ +(.+)\n/.exec(part) ?? []
    if (path !== file) continue
    const [first, last] = [BigInt(`0x${from}`), BigInt(`0x${to}`)]
    const startOfFile = first - BigInt(`0x${offset}`)
    if (start === undefined && first === startOfFile) start = first
    if (start === undefined || (startOfFile !== start && first !== end)) continue
    end = last
    if (/^r-[x-]p$/.test(rights!) && /^Anonymous: +0 kB$/m.test(part)) yield [first, last]
  }
}

type Parameter = 'uint64' | 'int32'
type SystemCall = (...values: (bigint | number)[]) => unknown
const systemCallCache = new Map<string, SystemCall>()
const missingCalls = new Set<string>()

/** Only on Linux; a call that fails once is not tried again. */
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
  // Node would warn on every start that FFI is experimental. If it changes, memory just isn't returned.
  process.emitWarning = () => {}
  try {
    const { dlopen } = process.getBuiltinModule('node:ffi')
    return dlopen(null, { [name]: { return: 'int32', arguments: parameters } }).functions[name] as SystemCall
  } finally {
    process.emitWarning = emitWarning
  }
}
