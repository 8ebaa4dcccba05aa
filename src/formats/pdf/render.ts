import { FormatError } from '../errors.ts'
import type { PdfDocument } from './document.ts'
import { withFittingFonts } from './fonts/fitting-fonts.ts'
import { withForm } from './form.ts'
import type { Pdfium } from './pdfium.ts'

export interface RenderedPage {
  /** RGBA, four bytes a pixel, row by row: what sharp takes as `raw` with four channels. */
  data: Uint8Array
  width: number
  height: number
}

/** At least one; with both the page is fitted into them. */
export interface RenderSize {
  width?: number
  height?: number
}

/** Four bytes each, once in PDFium and once outside: half a gigabyte is what one picture may cost. */
const mostPixels = 64_000_000
const defaultWidth = 1600

/** Draws a page, 0-based. Larger than can be paid for, it is drawn smaller in proportion. Throws a `pdf_rendering` error. */
export function renderPdfPage(pdf: PdfDocument, index: number, wanted: RenderSize = {}): RenderedPage {
  if (!Number.isInteger(index) || index < 0 || index >= pdf.pageCount)
    throw new FormatError('pdf_rendering', `There is no page ${index + 1}.`, { page: index + 1 })
  return withFittingFonts(pdf, index, ({ pdfium, document, page }) =>
    withForm(pdfium, document, page, (form) => {
      const size = targetSize(pdfium, page, wanted, Math.min(mostPixels, pdf.limits.imagePixels))
      return draw(pdfium, page, form, size)
    }),
  )
}

function targetSize(pdfium: Pdfium, page: number, wanted: RenderSize, most: number): { width: number; height: number } {
  const width = pdfium.call('FPDF_GetPageWidthF', page)
  const height = pdfium.call('FPDF_GetPageHeightF', page)
  if (!(width > 0 && height > 0)) throw new FormatError('pdf_rendering', 'The page has no size.')
  const byWidth = (wanted.width ?? (wanted.height ? Number.POSITIVE_INFINITY : defaultWidth)) / width
  const byHeight = (wanted.height ?? Number.POSITIVE_INFINITY) / height
  const affordable = Math.sqrt(most / (width * height))
  const scale = Math.min(byWidth, byHeight, affordable)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.min(65_500, Math.round(height * scale))),
  }
}

/** fpdfview.h: the format with four bytes and alpha, annotations drawn, red before blue. */
const BGRA = 4
const ANNOTATIONS = 0x01
const REVERSE_BYTE_ORDER = 0x10

function draw(
  pdfium: Pdfium,
  page: number,
  form: number,
  { width, height }: { width: number; height: number },
): RenderedPage {
  const stride = width * 4
  return pdfium.borrow(stride * height, (address) => {
    const bitmap = pdfium.call('FPDFBitmap_CreateEx', width, height, BGRA, address, stride)
    if (bitmap === 0) throw new FormatError('pdf_rendering', 'There is not enough memory for the page.')
    try {
      pdfium.call('FPDFBitmap_FillRect', bitmap, 0, 0, width, height, 0xffff_ffff)
      const flags = ANNOTATIONS | REVERSE_BYTE_ORDER
      pdfium.call('FPDF_RenderPageBitmap', bitmap, page, 0, 0, width, height, 0, flags)
      // Fields and what was filled in, also where the document leaves it to the program to draw them.
      if (form !== 0) pdfium.call('FPDF_FFLDraw', form, bitmap, page, 0, 0, width, height, 0, flags)
      return { data: pdfium.memory.slice(address, address + stride * height), width, height }
    } finally {
      pdfium.call('FPDFBitmap_Destroy', bitmap)
    }
  })
}
