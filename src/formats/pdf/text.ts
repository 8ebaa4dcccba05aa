import { FormatError } from '../errors.ts'
import type { PdfDocument } from './document.ts'
import type { Pdfium } from './pdfium.ts'

/** A piece of a line as it stands on the page; places and sizes are parts of the page's own, from the upper left. */
export interface TextRun {
  text: string
  x: number
  y: number
  width: number
  height: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A page with more letters than this is no page to read, but a trap. */
const mostLetters = 50_000

/** The text of a page, 0-based, in the order in which it is read. Throws a `pdf_rendering` error. */
export function readPdfText(pdf: PdfDocument, index: number): TextRun[] {
  if (!Number.isInteger(index) || index < 0 || index >= pdf.pageCount)
    throw new FormatError('pdf_rendering', `There is no page ${index + 1}.`, { page: index + 1 })
  return pdf.use('pdf_rendering', (pdfium, handle) => {
    const page = pdfium.call('FPDF_LoadPage', handle, index)
    if (page === 0) throw new FormatError('pdf_rendering', `Page ${index + 1} is damaged.`, { page: index + 1 })
    const text = pdfium.call('FPDFText_LoadPage', page)
    try {
      return text === 0 ? [] : readRuns(pdfium, page, text)
    } finally {
      if (text !== 0) pdfium.call('FPDFText_ClosePage', text)
      pdfium.call('FPDF_ClosePage', page)
    }
  })
}

function readRuns(pdfium: Pdfium, page: number, text: number): TextRun[] {
  const toPage = pageMeasure(pdfium, page)
  const letters = Math.min(pdfium.call('FPDFText_CountChars', text), mostLetters)
  const runs: TextRun[] = []
  let words = ''
  let box: Box | undefined
  const end = () => {
    if (box && words.trim()) runs.push({ text: words.trimEnd(), ...toPage(box) })
    words = ''
    box = undefined
  }
  for (let letter = 0; letter < letters; letter++) {
    const code = pdfium.call('FPDFText_GetUnicode', text, letter) >>> 0
    if (code === 10 || code === 13) {
      end()
      continue
    }
    // Soft hyphens at the end of a line, and what stands for nothing at all.
    if (code === 0 || code === 2 || code === 0xfffe || code > 0x10ffff) continue
    const next = letterBox(pdfium, text, letter)
    if (next && box && isApart(box, next)) end()
    words += String.fromCodePoint(code)
    if (next) box = box ? around(box, next) : next
  }
  end()
  return runs
}

/** A wide gap is a column or a cell of a table, not a space. */
function isApart(line: Box, next: Box): boolean {
  const height = line.top - line.bottom
  const gap = Math.max(next.left - line.right, line.left - next.right)
  return gap > height * 1.5 || next.bottom > line.top || next.top < line.bottom
}

function around(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  }
}

/** As high as the line is, whatever the letter. */
function letterBox(pdfium: Pdfium, text: number, letter: number): Box | undefined {
  return pdfium.borrow(16, (address) => {
    if (pdfium.call('FPDFText_GetLooseCharBox', text, letter, address) === 0) return undefined
    const { view } = pdfium
    const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => view.getFloat32(address + at, true)) as [
      number,
      number,
      number,
      number,
    ]
    return right > left && top > bottom ? { left, top, right, bottom } : undefined
  })
}

/** Asked in a grid so fine that rounding does not show; PDFium minds rotation and what is cut off. */
const grid = 100_000

function pageMeasure(pdfium: Pdfium, page: number): (box: Box) => Omit<TextRun, 'text'> {
  const place = (x: number, y: number): [number, number] =>
    pdfium.borrow(8, (address) => {
      pdfium.call('FPDF_PageToDevice', page, 0, 0, grid, grid, 0, x, y, address, address + 4)
      return [pdfium.view.getInt32(address, true) / grid, pdfium.view.getInt32(address + 4, true) / grid]
    })
  return ({ left, top, right, bottom }) => {
    const [x1, y1] = place(left, top)
    const [x2, y2] = place(right, bottom)
    const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)]
    return { x, y, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
  }
}
