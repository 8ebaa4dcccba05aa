import type { PdfDocument } from './document.ts'
import { type OutlineEntry, readPdfOutline } from './outline.ts'
import { type PageSize, pageSizes } from './sizes.ts'

/** What a viewer needs to know about a PDF before it displays a page. */
export interface PdfOverview {
  /** In points; null for a page that is listed but missing from the file. */
  pages: (PageSize | null)[]
  /** Page labels of the document, such as "iv" or "A-3"; null if pages are simply numbered. */
  labels: string[] | null
  outline: OutlineEntry[]
}

export function readPdfOverview(pdf: PdfDocument): PdfOverview {
  const pages = pageSizes(pdf).map((size) => size && { width: round(size.width), height: round(size.height) })
  return { pages, labels: readLabels(pdf), outline: readPdfOutline(pdf) }
}

const round = (points: number): number => Math.round(points * 100) / 100
const maxLabelLength = 40

function readLabels(pdf: PdfDocument): string[] | null {
  const labels = pdf.use('parser', (pdfium, handle) =>
    Array.from({ length: pdf.pageCount }, (_, index) => {
      const label = pdfium.text((address, length) => pdfium.call('FPDF_GetPageLabel', handle, index, address, length))
      return label.trim().slice(0, maxLabelLength) || String(index + 1)
    }),
  )
  return labels.some((label, index) => label !== String(index + 1)) ? labels : null
}
