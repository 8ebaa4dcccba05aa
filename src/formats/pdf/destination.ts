import { roundShare } from './page-coordinates.ts'
import type { Pdfium } from './pdfium.ts'

/** A target in the document. */
export interface PdfDestination {
  /** 1-based. */
  page: number
  /** Distance from the top of the page, as a fraction of its height; null: the top. */
  top: number | null
}

export function findDestination(pdfium: Pdfium, document: number, destination: number): PdfDestination | undefined {
  if (destination === 0) return undefined
  const index = pdfium.call('FPDFDest_GetDestPageIndex', document, destination)
  return index >= 0 ? { page: index + 1, top: heightOf(pdfium, document, destination, index) } : undefined
}

/** Only approximate for a cropped or rotated page: an exact value would require loading every target page. */
function heightOf(pdfium: Pdfium, document: number, destination: number, index: number): number | null {
  return pdfium.borrow(32, (address) => {
    const [hasX, hasY, hasZoom, x, y, zoom] = [0, 4, 8, 12, 16, 20].map((at) => address + at) as [
      ...[number, number, number],
      ...[number, number, number],
    ]
    pdfium.memory.fill(0, address, address + 32)
    const known = pdfium.call('FPDFDest_GetLocationInPage', destination, hasX, hasY, hasZoom, x, y, zoom)
    if (known === 0 || pdfium.view.getInt32(hasY, true) === 0) return null
    const up = pdfium.view.getFloat32(y, true)
    if (pdfium.call('FPDF_GetPageSizeByIndexF', document, index, address) === 0) return null
    const height = pdfium.view.getFloat32(address + 4, true)
    return height > 0 ? roundShare(Math.min(1, Math.max(0, 1 - up / height))) : null
  })
}
