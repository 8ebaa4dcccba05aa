import { type PdfRect, readRect } from './page-coordinates.ts'
import type { Pdfium } from './pdfium.ts'

/** What is written, drawn or can be filled in on a page, beside its content. */
export interface VisibleAnnotation {
  /** Valid until the next one is read. */
  handle: number
  /** fpdf_annot.h, FPDF_ANNOT_*. */
  type: number
}

/** FPDF_ANNOT_FLAG_HIDDEN and _NOVIEW. */
const UNSEEN = 2 | 32

/** The annotations of an open page that a viewer shows, in the order of the file. */
export function* visibleAnnotations(pdfium: Pdfium, page: number): Generator<VisibleAnnotation> {
  const count = pdfium.call('FPDFPage_GetAnnotCount', page)
  for (let index = 0; index < count; index++) {
    const handle = pdfium.call('FPDFPage_GetAnnot', page, index)
    if (handle === 0) continue
    try {
      const isSeen = (pdfium.call('FPDFAnnot_GetFlags', handle) & UNSEEN) === 0
      if (isSeen) yield { handle, type: pdfium.call('FPDFAnnot_GetSubtype', handle) }
    } finally {
      pdfium.call('FPDFPage_CloseAnnot', handle)
    }
  }
}

export function annotationRect(pdfium: Pdfium, { handle }: VisibleAnnotation): PdfRect | undefined {
  return pdfium.borrow(16, (address) =>
    pdfium.call('FPDFAnnot_GetRect', handle, address) === 0 ? undefined : readRect(pdfium, address),
  )
}
