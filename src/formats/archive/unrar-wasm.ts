import { createRequire } from 'node:module'
import type { Extractor as LibraryExtractor, SeekMethod } from 'node-unrar-js/dist/js/Extractor.js'
import type { FileSource } from './file-source.ts'

// The package's own readers either hold the whole archive in memory or write what they unpack to paths made of names in
// the archive. Its base class does neither: it asks its heir for bytes and hands unpacked bytes to it.
const require = createRequire(import.meta.url)
const { Extractor } = require('node-unrar-js/dist/js/Extractor.js') as { Extractor: typeof LibraryExtractor }
const makeModule = require('node-unrar-js/dist/js/unrar.js') as () => Promise<UnrarModule>

export interface UnrarModule {
  HEAPU8: Uint8Array
  extractor: unknown
}

let instance: UnrarModule | undefined

/** One instance a thread, kept while it is small and has not crashed. */
export async function loadUnrar(): Promise<UnrarModule> {
  if (!instance || instance.HEAPU8.length > 64 * 1024 * 1024) instance = await makeModule()
  return instance
}

/** After a trap its memory cannot be trusted. */
export function discardUnrar(): void {
  instance = undefined
}

const ARCHIVE = 1
const OUTPUT = 2

/** Reads the archive at offsets of the open file, and gives what is unpacked to `output` as it comes. */
export class StreamingExtractor extends Extractor {
  /** Takes a piece of the entry being unpacked; false stops with a write error. The piece is valid only now. */
  output: ((piece: Uint8Array) => boolean) | undefined
  protected override _filePath = 'archive.rar'
  readonly #module: UnrarModule
  readonly #source: FileSource
  #position = 0

  constructor(module: UnrarModule, source: FileSource) {
    super(module)
    this.#module = module
    this.#source = source
    module.extractor = this
  }

  /** The next volume of a set would be asked for by name: there is only this one file. */
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
    // References to entries unpacked before would be read back from the file they became; there is none.
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
