import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { SevenZipModule } from '7z-wasm'
import type { FileSource } from './file-source.ts'

// 7-Zip itself, compiled to WebAssembly: the only reader that supports every method found in real CB7 files. Its
// licence is LGPL with the unRAR restriction; it is loaded unmodified, as a separate module, which the LGPL allows to
// any program.
const require = createRequire(import.meta.url)

export interface SevenZipRun {
  /** Lines of standard error, where messages go; of standard output too, unless `onBytes` takes it. */
  onLine(line: string): void
  /** Chunks of standard output, where unpacked bytes go; valid only during the call. Throwing ends the run. */
  onBytes?(piece: Uint8Array): void
  /** Typed when it prompts, as bytes: an argument could only be UTF-8. */
  password?: Uint8Array
}

/**
 * Runs one command on one archive. The sandbox contains only `/archive`, which reads from the open file; nothing else
 * of this computer is visible, and nothing is written: entries are unpacked to standard output. Each run has its own
 * instance, since the underlying command-line tool is designed to run once.
 */
export async function runSevenZip(source: FileSource, args: string[], run: SevenZipRun, list?: string): Promise<void> {
  const module = await instantiate(run)
  const { FS } = module
  mountArchive(FS, source)
  if (list !== undefined) FS.createDataFile('/', 'list', Buffer.from(list), true, false, false)
  const { onBytes } = run
  if (onBytes) {
    const output = FS.streams[1]!
    output.stream_ops = {
      ...output.stream_ops,
      write(_stream, heap, offset, length) {
        onBytes(new Uint8Array(heap.buffer, heap.byteOffset + offset, length))
        return length
      },
    }
  }
  try {
    module.callMain(args)
  } catch (thrown) {
    // The tool's own exit; success or failure is in its messages.
    if (!isExit(thrown)) throw thrown
  }
}

// The parts of Emscripten's file system that are missing from the package's types.
interface FileNode {
  stream_ops: StreamOperations
  node_ops: { getattr(node: FileNode): { size: number } }
}

interface StreamOperations {
  read(stream: unknown, heap: Uint8Array, offset: number, length: number, position: number): number
  write(stream: unknown, heap: Uint8Array, offset: number, length: number): number
  llseek(stream: { position: number }, offset: number, whence: number): number
}

interface FileTree {
  streams: { stream_ops: StreamOperations }[]
  createDataFile(
    parent: string,
    name: string,
    data: Uint8Array,
    canRead: boolean,
    canWrite: boolean,
    canOwn: boolean,
  ): void
  lookupPath(path: string): { node: FileNode }
  ErrnoError: new (code: number) => Error
}

type Factory = (options: object) => Promise<Omit<SevenZipModule, 'FS'> & { FS: FileTree }>

let compiled: Promise<WebAssembly.Module> | undefined

async function instantiate(run: SevenZipRun) {
  const factory = require('7z-wasm') as Factory
  compiled ??= WebAssembly.compile(readFileSync(require.resolve('7z-wasm/7zz.wasm')))
  // A failure, such as lack of memory, isn't cached for the next archive.
  compiled.catch(() => (compiled = undefined))
  const module = await compiled
  return factory({
    print: run.onLine,
    printErr: run.onLine,
    ...(run.password && { stdin: typeRepeatedly(run.password) }),
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      WebAssembly.instantiate(module, imports).then(done)
      return {}
    },
  })
}

/** A line for each prompt: the archive's names may need the password, then its entries. */
function typeRepeatedly(password: Uint8Array): () => number {
  const line = [...password, '\n'.charCodeAt(0)]
  let at = 0
  return () => line[at++ % line.length]!
}

const EINVAL = 28

function mountArchive(FS: FileTree, source: FileSource): void {
  FS.createDataFile('/', 'archive', new Uint8Array(0), true, false, false)
  const { node } = FS.lookupPath('/archive')
  const getattr = node.node_ops.getattr
  node.node_ops = { ...node.node_ops, getattr: (it) => Object.assign(getattr(it), { size: source.size }) }
  node.stream_ops = {
    ...node.stream_ops,
    read: (_stream, heap, offset, length, position) =>
      source.readInto(heap.subarray(offset, offset + length), position),
    llseek(stream, offset, whence) {
      const target = offset + (whence === 1 ? stream.position : whence === 2 ? source.size : 0)
      if (target < 0) throw new FS.ErrnoError(EINVAL)
      return target
    },
  }
}

function isExit(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'ExitStatus'
}
