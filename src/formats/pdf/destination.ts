import { makePageBoxConverter, roundShare } from './page-coordinates.ts'
import type { Pdfium } from './pdfium.ts'

/** A target in the document. */
export interface PdfDestination {
  /** 1-based. */
  page: number
  /** Distance from the top of the page, as a fraction of its height; null: the top. */
  top: number | null
}

/** Target pages are loaded to allow for their rotation and cropping, as far as there is time for it. */
interface Measuring {
  /** Loads at most this many; on the others the position is approximate. */
  maxPages: number
  /** Only wide pages, which are often rotated ones. */
  onlyWide?: boolean
}

type HeightOnPage = (x: number, y: number) => number

export function makeDestinationFinder(
  pdfium: Pdfium,
  document: number,
  { maxPages, onlyWide = false }: Measuring,
): (destination: number) => PdfDestination | undefined {
  const measured = new Map<number, HeightOnPage | undefined>()

  const heightOnPage = (index: number): HeightOnPage | undefined => {
    if (measured.has(index)) return measured.get(index)
    const size = sizeOfPage(pdfium, document, index)
    if (!size) return undefined
    const { width, height } = size
    const mayMeasure = measured.size < maxPages && (!onlyWide || width > height)
    if (!mayMeasure) return (_x, y) => 1 - y / height
    measured.set(index, measurePage(pdfium, document, index))
    return measured.get(index)
  }

  return (destination) => {
    if (destination === 0) return undefined
    const index = pdfium.call('FPDFDest_GetDestPageIndex', document, destination)
    if (index < 0) return undefined
    const at = pointOf(pdfium, destination)
    const top = at && heightOnPage(index)?.(at.x, at.y)
    return { page: index + 1, top: top === undefined ? null : roundShare(Math.min(1, Math.max(0, top))) }
  }
}

function sizeOfPage(pdfium: Pdfium, document: number, index: number): { width: number; height: number } | undefined {
  return pdfium.borrow(8, (address) => {
    if (pdfium.call('FPDF_GetPageSizeByIndexF', document, index, address) === 0) return undefined
    const { view } = pdfium
    const [width, height] = [view.getFloat32(address, true), view.getFloat32(address + 4, true)]
    return width > 0 && height > 0 ? { width, height } : undefined
  })
}

function measurePage(pdfium: Pdfium, document: number, index: number): HeightOnPage | undefined {
  const page = pdfium.call('FPDF_LoadPage', document, index)
  if (page === 0) return undefined
  try {
    const measure = makePageBoxConverter(pdfium, page)
    return (x, y) => measure({ left: x, right: x, top: y, bottom: y }).y
  } finally {
    pdfium.call('FPDF_ClosePage', page)
  }
}

/** In page coordinates; undefined if the destination names no height. */
function pointOf(pdfium: Pdfium, destination: number): { x: number; y: number } | undefined {
  return pdfium.borrow(24, (address) => {
    const [hasX, hasY, hasZoom, x, y, zoom] = [0, 4, 8, 12, 16, 20].map((at) => address + at) as [
      ...[number, number, number],
      ...[number, number, number],
    ]
    pdfium.memory.fill(0, address, address + 24)
    const known = pdfium.call('FPDFDest_GetLocationInPage', destination, hasX, hasY, hasZoom, x, y, zoom)
    const { view } = pdfium
    if (known === 0 || view.getInt32(hasY, true) === 0) return undefined
    return { x: view.getFloat32(x, true), y: view.getFloat32(y, true) }
  })
}
