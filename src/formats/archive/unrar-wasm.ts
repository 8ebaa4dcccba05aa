import { createRequire } from 'node:module'
import type { Extractor as LibraryExtractor, SeekMethod } from 'node-unrar-js/dist/js/Extractor.js'
import type { FileSource } from './file-source.ts'

// The package's own readers either load the whole archive into memory or unpack to paths built from names in the
// archive. Its base class does neither: it requests bytes from its subclass and passes unpacked bytes to it.
const require = createRequire(import.meta.url)
const { Extractor } = require('node-unrar-js/dist/js/Extractor.js') as { Extractor: typeof LibraryExtractor }
const makeModule = require('node-unrar-js/dist/js/unrar.js') as () => Promise<UnrarModule>

export interface UnrarModule {
  HEAPU8: Uint8Array
  extractor: unknown
}

let instance: UnrarModule | undefined

/** One instance per thread, reused while it is small and hasn't crashed. */
export async function loadUnrar(): Promise<UnrarModule> {
  if (!instance || instance.HEAPU8.length > 64 * 1024 * 1024) instance = await makeModule()
  return instance
}

/** After a trap the instance's memory can't be trusted. */
export function discardUnrar(): void {
  instance = undefined
}

const ARCHIVE = 1
const OUTPUT = 2

/** Reads the archive from the open file, and streams unpacked bytes to `output`. */
export class StreamingExtractor extends Extractor {
  /**
   * Takes a chunk of the entry being unpacked; false stops with a write error. The chunk is valid only during the call.
   */
  output: ((piece: Uint8Array) => boolean) | undefined
  protected override _filePath = 'archive.rar'
  readonly #module: UnrarModule
  readonly #source: FileSource
  #position = 0

  constructor(module: UnrarModule, source: FileSource, password?: string) {
    super(module, password)
    this.#module = module
    this.#source = source
    module.extractor = this
  }

  /** The library opens the next volume by name: only this one file exists. */
  protected override open(filename: string): number {
    if (filename !== this._filePath) return 0
    this.#position = 0
    return ARCHIVE
  }

  protected override create(): number {
    return OUTPUT
  }

  protected override closeFile(): void {}

  protected override read(fd: number, address: number, size: number): number {
    // The library reads references to earlier entries back from their unpacked files; there are none.
    if (fd !== ARCHIVE) return -1
    const target = this.#module.HEAPU8.subarray(address, address + size)
    const count = this.#source.readInto(target, this.#position)
    this.#position += count
    return count
  }

  protected override write(_fd: number, address: number, size: number): boolean {
    return this.output?.(this.#module.HEAPU8.subarray(address, address + size)) ?? true
  }

  protected override tell(fd: number): number {
    return fd === ARCHIVE ? this.#position : 0
  }

  protected override seek(fd: number, position: number, method: SeekMethod): boolean {
    if (fd !== ARCHIVE) return true
    const start = method === 'SET' ? 0 : method === 'END' ? this.#source.size : this.#position
    const target = start + position
    if (target < 0 || target > this.#source.size) return false
    this.#position = target
    return true
  }
}
