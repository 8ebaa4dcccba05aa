import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'
import { FontProvider } from './substitute-fonts/font-provider.ts'
import { callbackModule, makeTableGrowable } from './wasm-for-callbacks.ts'

/** Reads `size` bytes at `position` of a document into the target; false if the file ends earlier. */
export type ReadBlock = (position: number, target: Uint8Array) => boolean

type Call = (...args: number[]) => number

/** PDFium in WebAssembly: one instance per thread, since loading takes a tenth of a second. */
export class Pdfium {
  readonly #exports: Record<string, Call> & { memory: WebAssembly.Memory }
  readonly #readers = new Map<number, ReadBlock>()
  readonly fonts = new FontProvider(this)
  #getBlock = 0
  #lastKey = 0

  private constructor(exports: Record<string, Call> & { memory: WebAssembly.Memory }) {
    this.#exports = exports
  }

  static async load(maxBytes: number): Promise<Pdfium> {
    const module = await compiled()
    const instance = await PDFiumModule({
      instantiateWasm(imports: WebAssembly.Imports, receive: (...results: unknown[]) => void) {
        void WebAssembly.instantiate(module, withBound(imports, maxBytes)).then((created) => receive(created, module))
        return {}
      },
    } as unknown as Parameters<typeof PDFiumModule>[0])
    const exports = instance.wasmExports as unknown as Record<string, Call> & { memory: WebAssembly.Memory }
    const pdfium = new Pdfium(exports)
    pdfium.#getBlock = await pdfium.enter(4, true, (key, position, address, size) => {
      const read = pdfium.#readers.get(key!)
      const target = pdfium.memory.subarray(address! >>> 0, (address! >>> 0) + (size! >>> 0))
      return read?.(position! >>> 0, target) ? 1 : 0
    })
    exports.FPDF_InitLibraryWithConfig!(0)
    await pdfium.fonts.install()
    return pdfium
  }

  /** Calls a function of PDFium by its name in the C header. */
  call(name: string, ...args: number[]): number {
    const found = this.#exports[name]
    if (!found) throw new Error(`PDFium has no ${name}`)
    return found(...args)
  }

  get memory(): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer)
  }

  get view(): DataView {
    return new DataView(this.#exports.memory.buffer)
  }

  /** Allocates memory inside the instance for the duration of one call. */
  borrow<T>(bytes: number, use: (address: number) => T): T {
    const address = this.#exports.malloc!(bytes)
    if (address === 0) throw new RangeError('PDFium is out of memory')
    try {
      return use(address)
    } finally {
      this.#exports.free!(address)
    }
  }

  /** Passes a name or password, zero-terminated, to calls that need one. */
  withName<T>(name: string | Buffer, use: (address: number) => T): T {
    const bytes = Buffer.concat([Buffer.from(name), Buffer.alloc(1)])
    return this.borrow(bytes.length, (address) => {
      this.memory.set(bytes, address)
      return use(address)
    })
  }

  /** Reads text by PDFium's convention: one call for the length, one for the UTF-16. */
  text(read: (address: number, length: number) => number, maxBytes = 1 << 20): string {
    const length = read(0, 0)
    if (length <= 2) return ''
    const bytes = Math.min(length, maxBytes)
    return this.borrow(bytes, (address) => {
      if (read(address, bytes) > bytes) return ''
      return Buffer.from(this.memory.subarray(address, address + bytes))
        .toString('utf16le')
        .replace(/\0+$/, '')
    })
  }

  /** Like `text`, for calls that return bytes: URLs, which are ASCII by definition and UTF-8 in practice. */
  bytes(read: (address: number, length: number) => number, maxBytes = 1 << 16): string {
    const length = read(0, 0)
    if (length <= 1 || length > maxBytes) return ''
    return this.borrow(length, (address) => {
      if (read(address, length) > length) return ''
      return Buffer.from(this.memory.subarray(address, address + length))
        .toString('utf8')
        .replace(/\0+$/, '')
    })
  }

  /** Creates an FPDF_FILEACCESS that reads through `read`; free it with `releaseFile` after the document is closed. */
  openVirtualFile(size: number, read: ReadBlock): { address: number; key: number } {
    const key = ++this.#lastKey
    const address = this.#exports.malloc!(12)
    const { view } = this
    view.setUint32(address, size, true)
    view.setUint32(address + 4, this.#getBlock, true)
    view.setUint32(address + 8, key, true)
    this.#readers.set(key, read)
    return { address, key }
  }

  releaseFile({ address, key }: { address: number; key: number }): void {
    this.#readers.delete(key)
    this.#exports.free!(address)
  }

  /**
   * Makes a JavaScript function callable from PDFium; returns its address there, valid for the lifetime of the
   * instance.
   */
  async enter(parameters: number, hasResult: boolean, work: (...args: number[]) => unknown): Promise<number> {
    const table = (this.#exports as unknown as { __indirect_function_table: Table }).__indirect_function_table
    const module = await WebAssembly.compile(callbackModule(parameters, hasResult))
    const instance = await WebAssembly.instantiate(module, { e: { f: work } })
    const slot = table.grow(1)
    table.set(slot, (instance as { exports: Record<string, unknown> }).exports.f)
    return slot
  }
}

interface Table {
  grow(by: number): number
  set(index: number, value: unknown): void
}

let compiledModule: Promise<WebAssembly.Module> | undefined

function compiled(): Promise<WebAssembly.Module> {
  compiledModule ??= compile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  // A failure, such as lack of memory or file handles, isn't cached for the next document.
  compiledModule.catch(() => (compiledModule = undefined))
  return compiledModule
}

async function compile(file: string): Promise<WebAssembly.Module> {
  const bytes = await readFile(file)
  makeTableGrowable(bytes)
  const module = await WebAssembly.compile(bytes)
  // V8 has a copy. Freed here, because garbage outside its heap stays for many books before V8 collects it.
  bytes.buffer.transfer(0)
  return module
}

/** Stops the instance from growing beyond the memory limit for one file: PDFium then fails instead of the machine. */
function withBound(imports: WebAssembly.Imports, maxBytes: number): WebAssembly.Imports {
  const resize = imports.env?.emscripten_resize_heap as (size: number) => number
  return {
    ...imports,
    env: { ...imports.env, emscripten_resize_heap: (size: number) => (size >>> 0 > maxBytes ? 0 : resize(size)) },
  }
}

let instance: Promise<Pdfium> | undefined

export function loadPdfium(maxBytes: number): Promise<Pdfium> {
  instance ??= Pdfium.load(maxBytes)
  instance.catch(() => (instance = undefined))
  return instance
}

/** Whether an instance exists that has already read other documents. */
export function hasUsedPdfium(): boolean {
  return instance !== undefined
}

/**
 * After a crash the instance's memory can't be trusted, and allocated memory is never freed: the next document gets a
 * new instance.
 */
export function discardPdfium(): void {
  instance = undefined
}
