import { FormatError } from '../errors.ts'
import type { PdfDocument } from './document.ts'
import type { Pdfium } from './pdfium.ts'

/** In PDF page coordinates, upwards from the lower left. */
export interface PdfRect {
  left: number
  top: number
  right: number
  bottom: number
}

/** Position and size as fractions of the page, 0 to 1, from the upper left. */
export interface RelativePageBox {
  x: number
  y: number
  width: number
  height: number
}

/** Loads a page, 0-based, runs something on it and closes it. Throws a `pdf_rendering` error. */
export function withPdfPage<T>(
  pdf: PdfDocument,
  index: number,
  work: (pdfium: Pdfium, page: number, document: number) => T,
): T {
  if (!Number.isInteger(index) || index < 0 || index >= pdf.pageCount)
    throw new FormatError('pdf_rendering', `There is no page ${index + 1}.`, { page: index + 1 })
  return pdf.use('pdf_rendering', (pdfium, document) => {
    const page = pdfium.call('FPDF_LoadPage', document, index)
    if (page === 0) throw new FormatError('pdf_rendering', `Page ${index + 1} is damaged.`, { page: index + 1 })
    try {
      return work(pdfium, page, document)
    } finally {
      pdfium.call('FPDF_ClosePage', page)
    }
  })
}

/** A grid so fine that rounding doesn't matter. */
const grid = 1_000_000

/**
 * Converts page coordinates to fractions of the visible page. PDFium accounts for rotation and cropping; three points
 * determine its whole mapping.
 */
export function makePageBoxConverter(pdfium: Pdfium, page: number): (rect: PdfRect) => RelativePageBox {
  const far = 1000
  const at = (x: number, y: number): [number, number] =>
    pdfium.borrow(8, (address) => {
      pdfium.call('FPDF_PageToDevice', page, 0, 0, grid, grid, 0, x, y, address, address + 4)
      return [pdfium.view.getInt32(address, true) / grid, pdfium.view.getInt32(address + 4, true) / grid]
    })
  const [x0, y0] = at(0, 0)
  const [xx, xy] = at(far, 0)
  const [yx, yy] = at(0, far)
  const map = (x: number, y: number): [number, number] => [
    x0 + ((xx - x0) * x + (yx - x0) * y) / far,
    y0 + ((xy - y0) * x + (yy - y0) * y) / far,
  ]
  return ({ left, top, right, bottom }) => {
    const [x1, y1] = map(left, top)
    const [x2, y2] = map(right, bottom)
    return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
  }
}

/** Rounded for the API: finer than any screen, without needless digits. */
export function roundBox({ x, y, width, height }: RelativePageBox): RelativePageBox {
  return { x: roundShare(x), y: roundShare(y), width: roundShare(width), height: roundShare(height) }
}

export function roundShare(share: number): number {
  return Math.round(share * 100_000) / 100_000
}

/** FS_RECTF (fpdfview.h): left, top, right, bottom. */
export function readRect(pdfium: Pdfium, address: number): PdfRect | undefined {
  const { view } = pdfium
  const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => view.getFloat32(address + at, true)) as [
    number,
    number,
    number,
    number,
  ]
  return right > left && top > bottom ? { left, top, right, bottom } : undefined
}
