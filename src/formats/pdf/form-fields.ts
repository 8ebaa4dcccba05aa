import { makePageBoxConverter, type RelativePageBox, readRect, roundBox } from './page-coordinates.ts'
import type { Pdfium } from './pdfium.ts'

const maxFields = 2000

/** fpdf_annot.h, FPDF_ANNOT_WIDGET; FPDF_ANNOT_FLAG_HIDDEN and _NOVIEW. */
const WIDGET = 20
const UNSEEN = 2 | 32

/** Where the form fields of an open page are. */
export function readFormFields(pdfium: Pdfium, page: number): RelativePageBox[] {
  const measure = makePageBoxConverter(pdfium, page)
  const fields: RelativePageBox[] = []
  const count = pdfium.call('FPDFPage_GetAnnotCount', page)
  for (let index = 0; index < count && fields.length < maxFields; index++) {
    const annotation = pdfium.call('FPDFPage_GetAnnot', page, index)
    if (annotation === 0) continue
    try {
      if (pdfium.call('FPDFAnnot_GetSubtype', annotation) !== WIDGET) continue
      if (pdfium.call('FPDFAnnot_GetFlags', annotation) & UNSEEN) continue
      const rect = pdfium.borrow(16, (address) =>
        pdfium.call('FPDFAnnot_GetRect', annotation, address) === 0 ? undefined : readRect(pdfium, address),
      )
      if (rect) fields.push(roundBox(measure(rect)))
    } finally {
      pdfium.call('FPDFPage_CloseAnnot', annotation)
    }
  }
  return fields
}
