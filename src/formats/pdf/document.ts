import { FileSource } from '../archive/file-source.ts'
import { FormatError, type FormatErrorType } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { blockReader, patchedReader } from './block-reader.ts'
import { passwordEncodings } from './password-encodings.ts'
import { makeEmptyOwnerPasswordPatches } from './patch-empty-owner-password.ts'
import { discardPdfium, hasUsedPdfium, loadPdfium, type Pdfium } from './pdfium.ts'

/** No book has more pages than this, and each page costs a row. */
const maxPages = 100_000
/** An instance that has grown larger than this is discarded. */
const maxInstanceBytes = 256 * 1024 * 1024

/** An open PDF. Pages are read from the file on demand: a large file needs no more memory than a small one. */
export class PdfDocument {
  readonly source: FileSource
  readonly pageCount: number
  readonly limits: Limits
  readonly #pdfium: Pdfium
  #handle: number
  readonly #file: { address: number; key: number }
  readonly #password: string | undefined
  #state: 'open' | 'crashed' | 'closed' = 'open'

  constructor(
    pdfium: Pdfium,
    handle: number,
    file: { address: number; key: number },
    source: FileSource,
    limits: Limits,
    password?: string,
  ) {
    this.#password = password
    this.#pdfium = pdfium
    this.#handle = handle
    this.#file = file
    this.source = source
    this.limits = limits
    const claimed = this.use('parser', () => pdfium.call('FPDF_GetPageCount', handle))
    if (claimed > maxPages)
      throw new FormatError('parser', `The PDF has too many pages (${claimed}).`, { limit: 'pages' })
    // A page takes at least one byte: a larger count is wrong, and looking for each of those pages would take minutes.
    this.pageCount = claimed > source.size ? this.#countFirstPages(claimed) : claimed
  }

  /** The number of pages before the first missing one. */
  #countFirstPages(claimed: number): number {
    return this.use('parser', (pdfium, handle) =>
      pdfium.borrow(8, (address) => {
        let count = 0
        while (count < claimed && pdfium.call('FPDF_GetPageSizeByIndexF', handle, count, address) !== 0) count++
        return count
      }),
    )
  }

  /**
   * Runs something on the document; a crash inside PDFium becomes an error of the given type, and the instance is
   * discarded.
   */
  use<T>(type: FormatErrorType, work: (pdfium: Pdfium, handle: number) => T): T {
    if (this.#state !== 'open') throw new FormatError(type, 'The PDF is not open any more.')
    try {
      return work(this.#pdfium, this.#handle)
    } catch (error) {
      if (error instanceof FormatError) throw error
      this.#state = 'crashed'
      discardPdfium()
      throw new FormatError(type, 'The PDF can’t be rendered.', undefined, { cause: error })
    }
  }

  /** Closes the document and opens it again: this clears PDFium's caches for it, mainly fonts. */
  reload(): void {
    this.use('parser', (pdfium, handle) => {
      pdfium.call('FPDF_CloseDocument', handle)
      this.#handle = loadDocument(pdfium, this.#file.address, this.#password)
      if (this.#handle !== 0) return
      pdfium.releaseFile(this.#file)
      this.#state = 'crashed'
      throw new FormatError('parser', 'The PDF changed while it was being read.')
    })
  }

  close(): void {
    if (this.#state === 'open') {
      try {
        this.#pdfium.call('FPDF_CloseDocument', this.#handle)
        this.#pdfium.releaseFile(this.#file)
      } catch {
        discardPdfium()
      }
      if (this.#pdfium.memory.length > maxInstanceBytes) discardPdfium()
    }
    this.#state = 'closed'
    this.source.close()
  }
}

/**
 * Opens a PDF for one operation. If a reused instance fails, the operation is retried once in a fresh one: an earlier
 * document may have corrupted the instance.
 */
export async function withPdf<T>(
  path: string,
  limits: Limits,
  work: (pdf: PdfDocument) => T | Promise<T>,
  password?: string,
): Promise<T> {
  const isFresh = !hasUsedPdfium()
  const openAndWork = async () => {
    const pdf = await openPdf(path, limits, password)
    try {
      return await work(pdf)
    } finally {
      pdf.close()
    }
  }
  try {
    return await openAndWork()
  } catch (error) {
    const mayBeTheInstance = error instanceof FormatError && error.details === undefined && doubtful.has(error.type)
    if (isFresh || !mayBeTheInstance) throw error
    discardPdfium()
    return openAndWork()
  }
}

const doubtful: ReadonlySet<FormatErrorType> = new Set(['parser', 'pdf_rendering', 'zero_pages'])

/** Throws a FormatError: `parser` for damaged or encrypted files, `format_detection` for files that aren't PDF. */
export async function openPdf(path: string, limits: Limits, password?: string): Promise<PdfDocument> {
  const source = new FileSource(path)
  try {
    return load(await loadPdfium(limits.analysisBytes), source, limits, password)
  } catch (error) {
    source.close()
    throw error
  }
}

function load(pdfium: Pdfium, source: FileSource, limits: Limits, password: string | undefined): PdfDocument {
  const start = headerOffset(source)
  if (source.size - start > 0xffff_fffe)
    throw new FormatError('parser', 'PDF files larger than 4 GiB can’t be opened.', { bytes: source.size })
  const open = (read: ReturnType<typeof blockReader>): PdfDocument | number => {
    const file = pdfium.openVirtualFile(source.size - start, read)
    try {
      const handle = loadDocument(pdfium, file.address, password)
      if (handle !== 0) return new PdfDocument(pdfium, handle, file, source, limits, password)
    } catch (error) {
      if (error instanceof FormatError) pdfium.releaseFile(file)
      throw error
    }
    const code = pdfium.call('FPDF_GetLastError')
    pdfium.releaseFile(file)
    return code
  }
  try {
    const read = blockReader(source, start)
    const opened = open(read)
    if (typeof opened !== 'number') return opened
    const patches = opened === WRONG_PASSWORD ? makeEmptyOwnerPasswordPatches(source, start) : undefined
    const second = patches ? open(patchedReader(read, patches)) : opened
    if (typeof second === 'number') throw refusal(second)
    return second
  } catch (error) {
    if (error instanceof FormatError) throw error
    discardPdfium()
    throw new FormatError('parser', 'The PDF is damaged and can’t be read.', undefined, { cause: error })
  }
}

function loadDocument(pdfium: Pdfium, file: number, password: string | undefined): number {
  if (password === undefined) return pdfium.call('FPDF_LoadCustomDocument', file, 0)
  for (const bytes of passwordEncodings(password)) {
    const handle = pdfium.withName(bytes, (address) => pdfium.call('FPDF_LoadCustomDocument', file, address))
    if (handle !== 0 || pdfium.call('FPDF_GetLastError') !== WRONG_PASSWORD) return handle
  }
  return 0
}

/** PDFium finds a header in the first KiB itself; if it is further in, the document is assumed to begin there. */
function headerOffset(source: FileSource): number {
  const at = source.readAt(0, 16 * 1024).indexOf('%PDF-')
  if (at < 0) throw new FormatError('format_detection', 'This is not a PDF file.')
  return at < 1024 ? 0 : at
}

/** fpdfview.h, FPDF_ERR_*. */
const WRONG_PASSWORD = 4

function refusal(code: number): FormatError {
  if (code === WRONG_PASSWORD)
    return new FormatError('parser', 'The PDF is encrypted and needs a password.', { encrypted: true })
  if (code === 5)
    return new FormatError('parser', 'The PDF is protected in a way that is not supported.', { supported: false })
  return new FormatError('parser', 'The PDF is damaged and can’t be opened.', undefined, {
    cause: new Error(`PDFium error ${code}`),
  })
}
