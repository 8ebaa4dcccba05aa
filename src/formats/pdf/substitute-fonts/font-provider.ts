import { closeSync, openSync, readSync } from 'node:fs'
import { BundledFonts } from './bundled-fonts.ts'
import { chooseFont } from './choose-font.ts'
import type { FontFace, FontScript } from './font-faces.ts'

/** The parts of a PDFium instance needed to provide fonts. */
interface FontHost {
  readonly memory: Uint8Array
  readonly view: DataView
  call(name: string, ...args: number[]): number
  enter(parameters: number, hasResult: boolean, work: (...args: number[]) => unknown): Promise<number>
}

/** Provides PDFium with fonts that a document uses but doesn't embed (fpdf_sysfontinfo.h). */
export class FontProvider {
  /** The script the page's text needs beyond Latin. */
  needed: FontScript | undefined
  /** Whether PDFium fell back to its own fonts since this was last set to false. */
  usedBuiltIn = false
  readonly #pdfium: FontHost
  /** Handles are 1-based indices into this list. */
  readonly #faces: FontFace[] = []
  readonly #bundled = new BundledFonts()

  constructor(pdfium: FontHost) {
    this.#pdfium = pdfium
  }

  async install(): Promise<void> {
    const pdfium = this.#pdfium
    const noop = await pdfium.enter(2, false, () => {})
    const callbacks = [
      // Release: none, the structure lives as long as the instance.
      0,
      // EnumFonts: fonts are searched on request.
      noop,
      await pdfium.enter(7, true, (_self, weight, italic, charset, pitch, face) =>
        this.#map(weight!, italic!, charset!, pitch!, face!),
      ),
      // GetFont: takes a name from the enumerated list, which is empty.
      await pdfium.enter(2, true, () => 0),
      await pdfium.enter(5, true, (_self, handle, table, address, size) =>
        this.#data(handle!, table! >>> 0, address! >>> 0, size! >>> 0),
      ),
      await pdfium.enter(4, true, (_self, handle, address, size) => this.#name(handle!, address! >>> 0, size! >>> 0)),
      // GetFontCharset: called only if the document doesn't declare one; 1 is the default charset.
      await pdfium.enter(2, true, () => 1),
      noop,
    ]
    const address = pdfium.call('malloc', 4 + callbacks.length * 4)
    const { view } = pdfium
    view.setUint32(address, 1, true)
    for (const [index, callback] of callbacks.entries()) view.setUint32(address + 4 + index * 4, callback, true)
    pdfium.call('FPDF_SetSystemFontInfo', address)
  }

  #map(weight: number, italic: number, charset: number, pitch: number, nameAddress: number): number {
    const { memory } = this.#pdfium
    const start = nameAddress >>> 0
    const end = start === 0 ? 0 : memory.indexOf(0, start)
    const family = Buffer.from(memory.subarray(start, Math.min(end, start + 256))).toString()
    const face = chooseFont(
      {
        family,
        charset,
        bold: weight >= 600 || /bold|heavy|black/i.test(family),
        italic: italic !== 0,
        serif: (pitch & 0x10) !== 0,
        fixed: (pitch & 1) !== 0,
      },
      this.needed,
      this.#bundled,
    )
    if (!face) {
      this.usedBuiltIn = true
      return 0
    }
    const known = this.#faces.indexOf(face)
    return known >= 0 ? known + 1 : this.#faces.push(face)
  }

  /** Returns the whole file: PDFium requests only these two tables. */
  #data(handle: number, table: number, address: number, size: number): number {
    const face = this.#faces[handle - 1]
    const isCollection = face?.collectionOffset !== undefined
    if (!face || (table !== wholeFile && !(table === collection && isCollection))) return 0
    // PDFium derives the offset of a face in a collection from the remaining length of the file.
    const start = table === wholeFile && isCollection ? face.collectionOffset! : 0
    const length = face.size - start
    if (address === 0 || size === 0) return length
    try {
      const fd = openSync(face.path, 'r')
      try {
        const read = readSync(fd, this.#pdfium.memory, address, Math.min(size, length), start)
        return size < length ? read : length === read ? length : 0
      } finally {
        closeSync(fd)
      }
    } catch {
      return 0
    }
  }

  /** A unique name per face: PDFium caches faces by name. */
  #name(handle: number, address: number, size: number): number {
    const face = this.#faces[handle - 1]
    if (!face) return 0
    const name = Buffer.from(`${face.path.replace(/^.*[\\/]/, '')}#${handle}\0`)
    if (address !== 0 && size >= name.length) this.#pdfium.memory.set(name, address)
    return name.length
  }
}

const wholeFile = 0
/** The tag `ttcf`. */
const collection = 0x7474_6366
