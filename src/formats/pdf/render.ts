import { FormatError } from '../errors.ts'
import type { PdfDocument } from './document.ts'
import type { Pdfium } from './pdfium.ts'
import { withSubstituteFonts } from './substitute-fonts/with-substitute-fonts.ts'

export interface RenderedPage {
  /** RGBA, four bytes per pixel, row by row: sharp's `raw` input with four channels. */
  data: Uint8Array
  width: number
  height: number
}

/** With both, the page is fitted into them; with neither, a default width applies. */
export interface RenderSize {
  width?: number
  height?: number
}

/** Four bytes each, once in PDFium and once outside: one picture may take half a gigabyte. */
const maxPixels = 64_000_000
const defaultWidth = 1600
/** The largest height of a JPEG. */
const maxHeight = 65_500
/** PDFium draws no lines and areas farther than 32,000 pixels from the corner of its bitmap. */
const maxWidth = 32_000
const maxRows = 16_000

/** Renders a page (0-based). A size above the limit is scaled down proportionally. Throws a `pdf_rendering` error. */
export function renderPdfPage(pdf: PdfDocument, index: number, wanted: RenderSize = {}): RenderedPage {
  return onPage(pdf, index, (pdfium, page, form) => {
    const size = targetSize(pdfium, page, wanted, Math.min(maxPixels, pdf.limits.imagePixels))
    return draw(pdfium, page, form, { ...size, left: 0, top: 0, whole: size })
  })
}

/** Part of a page rendered at `scaledWidth`: the visible area of an enlarged page. */
export interface RenderRegion {
  scaledWidth: number
  left: number
  top: number
  width: number
  height: number
}

/** Undefined: the region is outside the page. */
export function renderPdfRegion(pdf: PdfDocument, index: number, region: RenderRegion): RenderedPage | undefined {
  return onPage(pdf, index, (pdfium, page, form) => {
    const size = pageSize(pdfium, page)
    const whole = {
      width: region.scaledWidth,
      height: Math.max(1, Math.round((region.scaledWidth * size.height) / size.width)),
    }
    const width = Math.min(region.width, whole.width - region.left)
    const height = Math.min(region.height, whole.height - region.top)
    if (width <= 0 || height <= 0) return undefined
    return draw(pdfium, page, form, { left: region.left, top: region.top, width, height, whole })
  })
}

/**
 * Renders an open page small: enough to distinguish light from dark and text from pictures. Undefined for a page
 * without a size.
 */
export function renderSmallPreview(pdfium: Pdfium, page: number): RenderedPage | undefined {
  try {
    const size = targetSize(pdfium, page, { width: 200, height: 300 }, maxPixels)
    return draw(pdfium, page, 0, { ...size, left: 0, top: 0, whole: size })
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

function onPage<T>(pdf: PdfDocument, index: number, work: (pdfium: Pdfium, page: number, form: number) => T): T {
  if (!Number.isInteger(index) || index < 0 || index >= pdf.pageCount)
    throw new FormatError('pdf_rendering', `There is no page ${index + 1}.`, { page: index + 1 })
  return withSubstituteFonts(pdf, index, ({ pdfium, document, page }) =>
    withForm(pdfium, document, page, (form) => work(pdfium, page, form)),
  )
}

function targetSize(pdfium: Pdfium, page: number, wanted: RenderSize, max: number): { width: number; height: number } {
  const { width, height } = pageSize(pdfium, page)
  const byWidth = (wanted.width ?? (wanted.height ? Number.POSITIVE_INFINITY : defaultWidth)) / width
  const byHeight = (wanted.height ?? Number.POSITIVE_INFINITY) / height
  const affordable = Math.min(Math.sqrt(max / (width * height)), maxWidth / width, maxHeight / height)
  const scale = Math.min(byWidth, byHeight, affordable)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function pageSize(pdfium: Pdfium, page: number): { width: number; height: number } {
  const width = pdfium.call('FPDF_GetPageWidthF', page)
  const height = pdfium.call('FPDF_GetPageHeightF', page)
  if (!(width > 0 && height > 0)) throw new FormatError('pdf_rendering', 'The page has no size.')
  return { width, height }
}

/** fpdfview.h: four bytes with alpha, render annotations, red before blue. */
const BGRA = 4
const ANNOTATIONS = 0x01
const REVERSE_BYTE_ORDER = 0x10

/** The area to render, in pixels, and the size of the whole page it is part of. */
interface Drawing {
  left: number
  top: number
  width: number
  height: number
  whole: { width: number; height: number }
}

function draw(pdfium: Pdfium, page: number, form: number, drawing: Drawing): RenderedPage {
  const { top, width, height } = drawing
  const stride = width * 4
  return pdfium.borrow(stride * height, (address) => {
    for (let row = 0; row < height; row += maxRows) {
      const rows = { ...drawing, top: top + row, height: Math.min(maxRows, height - row) }
      drawRows(pdfium, page, form, rows, address + row * stride)
    }
    return { data: pdfium.memory.slice(address, address + stride * height), width, height }
  })
}

function drawRows(
  pdfium: Pdfium,
  page: number,
  form: number,
  { left, top, width, height, whole }: Drawing,
  address: number,
): void {
  const bitmap = pdfium.call('FPDFBitmap_CreateEx', width, height, BGRA, address, width * 4)
  if (bitmap === 0) throw new FormatError('pdf_rendering', 'There isn’t enough memory to load the page.')
  try {
    pdfium.call('FPDFBitmap_FillRect', bitmap, 0, 0, width, height, 0xffff_ffff)
    const flags = ANNOTATIONS | REVERSE_BYTE_ORDER
    const place = [-left, -top, whole.width, whole.height, 0, flags] as const
    pdfium.call('FPDF_RenderPageBitmap', bitmap, page, ...place)
    // Form fields and their values, even if the document leaves drawing them to the application.
    if (form !== 0) pdfium.call('FPDF_FFLDraw', form, bitmap, page, ...place)
  } finally {
    pdfium.call('FPDFBitmap_Destroy', bitmap)
  }
}

/** FPDF_FORMFILLINFO (fpdf_formfill.h): a version and callbacks, all of which are optional for rendering. */
const infoBytes = 256
const infoVersion = 2

/** Runs `work` with the form of an open page, or 0 if the document has none. Scripts of the form don't run. */
function withForm<T>(pdfium: Pdfium, document: number, page: number, work: (form: number) => T): T {
  if (pdfium.call('FPDF_GetFormType', document) <= 0) return work(0)
  return pdfium.borrow(infoBytes, (info) => {
    pdfium.memory.fill(0, info, info + infoBytes)
    pdfium.view.setUint32(info, infoVersion, true)
    const form = pdfium.call('FPDFDOC_InitFormFillEnvironment', document, info)
    if (form === 0) return work(0)
    try {
      // Fields look as on paper, without the highlight for input.
      pdfium.call('FPDF_SetFormFieldHighlightAlpha', form, 0)
      pdfium.call('FORM_OnAfterLoadPage', page, form)
      return work(form)
    } finally {
      pdfium.call('FORM_OnBeforeClosePage', page, form)
      pdfium.call('FPDFDOC_ExitFormFillEnvironment', form)
    }
  })
}
